import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ToastContent } from './toast.ts';

/** One toast: icon, title, text. An error is an alert, read at once; a success is read when there is a pause. */
export const ToastCard = ({ kind, title, description }: ToastContent) => (
  <div
    role={kind === 'error' ? 'alert' : 'status'}
    className="flex w-full gap-3 rounded-card bg-surface p-4 font-sans leading-normal text-ink shadow-float sm:w-[380px]"
  >
    {kind === 'error' ? (
      <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0 text-danger" />
    ) : (
      <CircleCheck aria-hidden size={20} className="mt-0.5 shrink-0 text-ok" />
    )}
    <div className="min-w-0">
      <p className="font-medium">{title}</p>
      {description && <p className="text-14 text-ink-2">{description}</p>}
    </div>
  </div>
);
