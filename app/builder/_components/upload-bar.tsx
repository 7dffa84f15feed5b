import { formatBytes } from "../../_ui/format";
import type { UploadProgress } from "./upload-bytes";
import classes from "./upload-field.module.css";

/** How far an upload has come, in bytes; then that the server looks at what it got. */
export function UploadBar({ progress }: { progress: UploadProgress }) {
  const { sentBytes, totalBytes } = progress;
  const isSent = sentBytes >= totalBytes;
  return (
    <div className={classes.bar}>
      <progress aria-label="Upload" value={sentBytes} max={totalBytes} />
      <span role="status">
        {isSent ? "Checking…" : `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`}
      </span>
    </div>
  );
}
