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

/** The newest toast. It replaces the one before it, since only one is shown at a time (specification section 9). */
export const useToastStore = create<{ newest: ToastContent | null }>()(() => ({ newest: null }));

/** Shows a toast, from anywhere. Words come from the specification's sections 5 and 8. */
export const toast = {
  success: (title: string, description?: string, link?: ToastLink) =>
    useToastStore.setState({ newest: { kind: 'success', title, description, link } }),
  error: (title: string, description?: string) =>
    useToastStore.setState({ newest: { kind: 'error', title, description } }),
};
