import type { LeadKind } from '#common/messages/lead.ts';
import { type MessageForm, useMessageForm } from './use-message-form.ts';

interface LeadFormOptions {
  /** Added to the fields, or read from them where they are more than text. */
  toBody?: (fields: Record<string, unknown>) => Record<string, unknown>;
  sentTitle: string;
  onSent?: () => void;
}

/** A form by which a visitor asks to be written back about something. */
export const useLeadForm = (
  kind: LeadKind,
  { toBody = (fields) => fields, sentTitle, onSent }: LeadFormOptions,
): MessageForm =>
  useMessageForm({
    kind: 'lead',
    toBody: (fields) => ({ ...toBody(fields), kind }),
    sentTitle,
    failedTitle: 'Error sending your details',
    onSent,
  });
