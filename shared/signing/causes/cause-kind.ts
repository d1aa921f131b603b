/** What the catalogue says about one kind of cause. */
export interface CauseKind {
  /** A phrase for lists, without the details of a request. */
  title: string;
  /** A clause without a capital or a full stop. @param detail header, path or name that it is about; may be empty */
  what: (detail: string) => string;
  /** What to do: one or two sentences. */
  advice: string;
}

/** Kinds of cause by their ids. */
export type CauseKinds = Readonly<Record<string, CauseKind>>;
