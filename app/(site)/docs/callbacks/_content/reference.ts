export const HEADERS = [
  {
    name: "webhook-id",
    isRequired: true,
    rule: "The event's id, the same on every try and for every channel.",
  },
  { name: "webhook-timestamp", isRequired: true, rule: "When this try was made, in seconds since 1970." },
  {
    name: "webhook-signature",
    isRequired: true,
    rule: "Signatures of `{id}.{timestamp}.{body}`, separated by spaces: `v1,` with HMAC-SHA256 or `v1a,` with Ed25519, in base64.",
  },
];

export const ENVELOPE = [
  { name: "type", isRequired: true, rule: "One of the types below." },
  { name: "version", isRequired: true, rule: "The version of this type's data." },
  { name: "timestamp", isRequired: true, rule: "When it happened, in UTC." },
  { name: "sequence", isRequired: true, rule: "Digits that rise with every event of the platform." },
  { name: "tenantId", isRequired: true, rule: "Whose it is; null for the platform itself." },
  { name: "subjectId", isRequired: true, rule: "The thing that it happened to." },
  { name: "url", isRequired: true, rule: "Where more can be read about it." },
  { name: "data", isRequired: true, rule: "What happened, by type." },
];

export const RESPONSES = [
  { name: "2xx", rule: "Delivered, whatever the body is." },
  { name: "410", rule: "The channel is disabled, and what it is owed is parked." },
  {
    name: "with `Retry-After`",
    rule: "Tried again, not before `Retry-After` (seconds or a date, up to a day); other events of the channel wait too.",
  },
  {
    name: "anything else",
    rule: "Tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, each a little later by chance, then given up.",
  },
  {
    name: "failing for five days",
    rule: "The channel is disabled. Super Admins are warned at half and at nine tenths of that.",
  },
];

export const VERIFY = `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.DRYDOCK_CALLBACK_SECRET); // whsec_…

app.post("/hooks/drydock", express.raw({ type: "application/json" }), (request, response) => {
  const event = webhook.verify(request.body.toString(), request.headers); // throws when it is not from Drydock
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
