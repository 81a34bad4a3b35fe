import { create } from 'zustand';

/** The link of a toast. */
interface ToastLink {
  to: string;
  label: string;
}

export interface ToastContent {
  kind: 'success' | 'error';
  title: string;
  description?: string;
  link?: ToastLink;
}

interface NumberedToast extends ToastContent {
  /** Tells a repeated toast from the one before it. */
  id: number;
}

/** The newest toast; it replaces the one before (specification section 9). */
export const useToastStore = create<{ newest: NumberedToast | null }>()(() => ({ newest: null }));

const show = (content: ToastContent) =>
  useToastStore.setState(({ newest }) => ({ newest: { ...content, id: (newest?.id ?? 0) + 1 } }));

/** Shows a toast, from anywhere. Texts: specification sections 5 and 8. */
export const toast = {
  success: (title: string, description?: string, link?: ToastLink) =>
    show({ kind: 'success', title, description, link }),
  error: (title: string, description?: string) => show({ kind: 'error', title, description }),
};
