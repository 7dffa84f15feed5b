export const HEADERS = [
  {
    name: "webhook-id",
    isRequired: true,
    rule: "Event ID, the same for every attempt and endpoint.",
  },
  { name: "webhook-timestamp", isRequired: true, rule: "Time of this attempt, in Unix seconds." },
  {
    name: "webhook-signature",
    isRequired: true,
    rule: "Signatures of `{id}.{timestamp}.{body}`, separated by spaces: `v1,` with HMAC-SHA256 or `v1a,` with Ed25519, in base64.",
  },
];

export const ENVELOPE = [
  { name: "type", isRequired: true, rule: "Event type, listed below." },
  { name: "version", isRequired: true, rule: "Version of the event’s data." },
  { name: "timestamp", isRequired: true, rule: "Time of the event, in UTC." },
  { name: "sequence", isRequired: true, rule: "Increasing number across all events." },
  { name: "tenantId", isRequired: true, rule: "Tenant of the event. Null for platform events." },
  { name: "subjectId", isRequired: true, rule: "Object of the event." },
  { name: "url", isRequired: true, rule: "Link to the object." },
  { name: "data", isRequired: true, rule: "Event data, by type." },
];

export const RESPONSES = [
  { name: "2xx", rule: "Delivered. The body is ignored." },
  { name: "410", rule: "The endpoint is disabled and its deliveries are put on hold." },
  {
    name: "Retry-After",
    rule: "With this header: retried after its value (seconds or a date, up to one day). Other events of the endpoint wait too.",
  },
  {
    name: "Other",
    rule: "Retried after 5s, 5m, 30m, 2h, 5h, 10h and 10h with jitter, then failed.",
  },
  {
    name: "5 days of failures",
    rule: "The endpoint is disabled. Super Admins are warned at 50% and 90% of that time.",
  },
];

export const VERIFY = `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.DRYDOCK_CALLBACK_SECRET); // whsec_…

app.post("/hooks/drydock", express.raw({ type: "application/json" }), (request, response) => {
  const event = webhook.verify(request.body.toString(), request.headers); // throws if the signature is invalid
  queue.add(request.headers["webhook-id"], event);
  response.sendStatus(204);
});`;

export const VERIFY_PUBLIC_KEY = `import { createPublicKey, verify } from "node:crypto";

const x = Buffer.from(process.env.DRYDOCK_PUBLIC_KEY.slice("whpk_".length), "base64").toString("base64url");
const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });

function isFromDrydock(headers, body) {
  const content = Buffer.from(\`\${headers["webhook-id"]}.\${headers["webhook-timestamp"]}.\${body}\`);
  const isRecent = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"])) < 300;
  return isRecent && headers["webhook-signature"].split(" ").some((signature) => {
    const [version, value] = signature.split(",");
    return version === "v1a" && verify(null, content, key, Buffer.from(value, "base64"));
  });
}`;
