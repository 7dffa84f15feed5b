import { createServer } from "node:http";
import { E2E_MAIL_CREDENTIALS } from "../secrets.ts";
import { startMailReceiver } from "./mail-receiver.ts";

/**
 * Mail server of the journeys, as a process: SMTP with STARTTLS and authentication on the first port. The second one
 * answers with the mails to the address in `?to=`, newest first.
 */
const [smtpPort = 0, mailboxPort = 0] = process.argv.slice(2).map(Number);

const receiver = await startMailReceiver({
  tls: "starttls",
  credentials: E2E_MAIL_CREDENTIALS,
  port: smtpPort,
});

const mailbox = createServer(({ url = "/" }, response) => {
  const address = new URL(url, "http://localhost").searchParams.get("to") ?? "";
  const mails = receiver.received.filter(({ to }) => to.includes(address)).toReversed();
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(mails));
});
mailbox.listen(mailboxPort, "127.0.0.1");
