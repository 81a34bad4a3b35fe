import type { CalendarMethod } from '../infra/calendar-file.ts';

/** A part of an email. User input is plain text here; `renderEmail` escapes it. */
export type EmailPart =
  | { kind: 'text'; text: string }
  /** Small print below the main content. */
  | { kind: 'note'; text: string }
  | { kind: 'rows'; rows: EmailRows }
  /** The main amount of the email, with an optional remark. */
  | { kind: 'total'; label: string; amount: string; note?: string }
  /** The stops of a route. `isBroken`: the ride does not take place any more. */
  | { kind: 'route'; places: readonly EmailPlace[]; isBroken?: boolean }
  /** The driver and the vehicle. */
  | { kind: 'driver'; name: string; vehicle: string; plate: string | null }
  /** The printable gift card. */
  | { kind: 'gift-card'; amount: string; code: string }
  /** A quotation with line breaks kept, below a label that names its author. */
  | { kind: 'quote'; label: string; text: string }
  | { kind: 'link'; label: string; href: string };

export type EmailRows = readonly (readonly [label: string, value: string])[];

export interface EmailPlace {
  name: string;
  /** Postal address, or what happened at this place. */
  detail: string;
}

/** The content of an email before it is rendered to HTML and text. */
export interface EmailContent {
  to: string;
  /** Recipient of replies, if not our own address. */
  replyTo?: { name: string; address: string };
  subject: string;
  /** Preview text in the mailbox list. Default: the beginning of the email. */
  preview?: string;
  title: string;
  parts: readonly EmailPart[];
  /** Version of the document that it describes, stored once it is sent. */
  version?: number;
  /** Change of the recipient's calendar. */
  calendar?: { method: CalendarMethod; file: string };
}
