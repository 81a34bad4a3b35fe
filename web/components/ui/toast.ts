import { create } from 'zustand';

/** Where a toast leads on. */
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
  /** Tells a toast from the same words said again. */
  id: number;
}

/** The newest toast. It replaces the one before it, since only one is shown at a time (specification section 9). */
export const useToastStore = create<{ newest: NumberedToast | null }>()(() => ({ newest: null }));

const show = (content: ToastContent) =>
  useToastStore.setState(({ newest }) => ({ newest: { ...content, id: (newest?.id ?? 0) + 1 } }));

/** Shows a toast, from anywhere. Words come from the specification's sections 5 and 8. */
export const toast = {
  success: (title: string, description?: string, link?: ToastLink) =>
    show({ kind: 'success', title, description, link }),
  error: (title: string, description?: string) => show({ kind: 'error', title, description }),
};
