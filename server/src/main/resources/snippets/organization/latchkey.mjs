// Needs Node.js 18 or later. Run: LATCHKEY_TOKEN=... node latchkey.mjs
const answer = await fetch("%BASE_URL%%CALL%", {
  headers: { Authorization: `Bearer ${process.env.LATCHKEY_TOKEN}` },
});
console.log(answer.status, await answer.text());
