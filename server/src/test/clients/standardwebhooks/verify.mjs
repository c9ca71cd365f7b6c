// Verifies a message with the published library: node verify.mjs SECRET ID TIMESTAMP SIGNATURE BODY
import { Webhook } from "standardwebhooks";

const [secret, id, timestamp, signature, body] = process.argv.slice(2);
Date.now = () => Number(timestamp) * 1000;
const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
console.log(new Webhook(secret).verify(body, headers).type);
