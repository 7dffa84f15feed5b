import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { ExpandableText } from "@/app/_ui/text/expandable-text.tsx";
import classes from "./messages.module.css";

type Message = {
  id: string;
  from: "PUBLISHER" | "MODERATOR";
  by: string | null;
  text: string;
  sentAt: string;
};

type MessagesProps = {
  messages: readonly Message[];
  /** The side of the reader; its own messages are marked. */
  own: Message["from"];
  nameOf: (message: Message) => string;
};

/** Conversation of publisher and moderators, oldest message first. */
export function Messages({ messages, own, nameOf }: MessagesProps) {
  if (messages.length === 0) return null;
  return (
    <ol className={classes.list} aria-live="polite">
      {messages.map((message) => (
        <li key={message.id} className={classes.message} data-own={message.from === own || undefined}>
          <p className={classes.head}>
            <span className={classes.name}>{nameOf(message)}</span> <RelativeTime value={message.sentAt} />
          </p>
          <p>
            <ExpandableText text={message.text} />
          </p>
        </li>
      ))}
    </ol>
  );
}
