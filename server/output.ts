/**
 * Lets a server go on when what it says cannot be written any more, because whoever read along has left or the disk is
 * full. Each such line would otherwise be an uncaught error, about which there is another line to write.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
