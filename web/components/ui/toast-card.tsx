import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ToastContent } from './toast.ts';

/** One toast: icon, title, text, and where it leads on. An error is an alert, read at once; a success is read when there is a pause. */
export const ToastCard = ({ kind, title, description, link }: ToastContent) => (
  <div
    role={kind === 'error' ? 'alert' : 'status'}
    className="flex w-full gap-3 rounded-card border border-line bg-surface p-4 font-sans leading-normal text-ink shadow-float sm:w-[380px]"
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
    {link && (
      <Link
        to={link.to}
        className="-my-2 -mr-2 ml-auto inline-flex min-h-11 shrink-0 items-center self-center rounded-field px-2 text-14 font-semibold text-gold-ink hover:bg-sunken"
      >
        {link.label}
      </Link>
    )}
  </div>
);
