/** Effect of an event type: a parser, or the reason why the type has no effect. */
export type EventEffect<Parser> = { parse: Parser } | { ignored: string };

/** Event types of a provider with their effects. Types are listed in one text, separated by blanks. */
export type EventTypes<Parser> = readonly (readonly [effect: Parser | string, types: string])[];

/**
 * Finds the effect of an event type; the version prefix of a thin event (`v1.`) does not count. An unlisted type of a
 * family that moves money is null: it must fail and not be ignored.
 */
export function createEventIndex<Parser extends object>(
  table: EventTypes<Parser>,
  movesMoney: (type: string) => boolean,
): (type: string) => EventEffect<Parser> | null {
  const index = new Map<string, EventEffect<Parser>>(
    table.flatMap(([effect, types]) =>
      types
        .split(/\s+/)
        .map(
          (type) =>
            [
              type,
              typeof effect === "string"
                ? { ignored: `${type} has no effect. ${effect}` }
                : { parse: effect },
            ] as const,
        ),
    ),
  );
  return (type) =>
    index.get(type) ?? (movesMoney(type) ? null : { ignored: `Unsupported event type ${type}.` });
}

/** Reason for an unlisted type that may move money. */
export const unknownMoneyEvent = (type: string): string =>
  `${type} may affect payments and is not supported by this version. Update Drydock and reprocess the event, or check the provider's dashboard and ignore it.`;
