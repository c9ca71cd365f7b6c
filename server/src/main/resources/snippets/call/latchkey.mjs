// Needs Node.js 18 or later. Run: LATCHKEY_TOKEN=... node latchkey.mjs
const answer = await fetch("%ADDRESS%", {
  method: "%METHOD%",
  headers: {
    Authorization: `Bearer ${process.env.LATCHKEY_TOKEN}`,
    "Content-Type": "application/json", // %IF_BODY%
  },
  body: "%BODY_TEXT%", // %IF_BODY%
});
console.log(answer.status, await answer.text());
