import { create } from 'zustand';

/** What is typed below a message: an answer, or a note for us. */
interface ReplyDraft {
  text: string;
  isNote: boolean;
}

const EMPTY: ReplyDraft = { text: '', isNote: false };

/** Drafts by the id of their message. They survive another message being opened, until they are sent, or who typed them signs out. */
const useReplyDrafts = create<Readonly<Record<string, ReplyDraft>>>()(() => ({}));

/** The draft below a message; empty where nothing was typed. */
export const useReplyDraft = (messageId: string): ReplyDraft =>
  useReplyDrafts((drafts) => drafts[messageId] ?? EMPTY);

/** Changes the draft below a message. One that is empty is not kept. */
export const editReplyDraft = (messageId: string, change: (draft: ReplyDraft) => ReplyDraft): void =>
  useReplyDrafts.setState(({ [messageId]: draft = EMPTY, ...others }) => {
    const next = change(draft);
    return next.text === '' && !next.isNote ? others : { ...others, [messageId]: next };
  }, true);

/** Forgets all drafts. */
export const clearReplyDrafts = (): void => useReplyDrafts.setState({}, true);
