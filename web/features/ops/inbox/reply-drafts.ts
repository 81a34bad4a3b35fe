import { create } from 'zustand';

/** The draft below a message: an answer, or an internal note. */
interface ReplyDraft {
  text: string;
  isNote: boolean;
}

const EMPTY: ReplyDraft = { text: '', isNote: false };

/** Drafts by message id. They survive opening another message, until they are sent or the user signs out. */
const useReplyDrafts = create<Readonly<Record<string, ReplyDraft>>>()(() => ({}));

/** The draft below a message; empty if nothing was typed. */
export const useReplyDraft = (messageId: string): ReplyDraft =>
  useReplyDrafts((drafts) => drafts[messageId] ?? EMPTY);

/** Changes the draft below a message. Empty drafts are removed. */
export const editReplyDraft = (messageId: string, change: (draft: ReplyDraft) => ReplyDraft): void =>
  useReplyDrafts.setState(({ [messageId]: draft = EMPTY, ...others }) => {
    const next = change(draft);
    return next.text === '' && !next.isNote ? others : { ...others, [messageId]: next };
  }, true);

/** Removes all drafts. */
export const clearReplyDrafts = (): void => useReplyDrafts.setState({}, true);
