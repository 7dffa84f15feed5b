/** User or tenant whose name looks like another's. */
export interface Lookalike {
  id: string;
  name: string;
  /** E-mail address or slug. */
  handle: string;
}

/** Warnings about a name that may deceive, for Super Admins. */
export interface NameWarnings {
  /** Up to `MAX_LOOKALIKES`, oldest first. */
  lookalikes: Lookalike[];
  /** True if a word of the name has letters of several scripts that resemble each other. */
  hasMixedScripts: boolean;
}

/** Per name; more say no more. */
export const MAX_LOOKALIKES = 3;
