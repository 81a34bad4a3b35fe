import { CircleAlert } from 'lucide-react';

/** What went wrong, where it went wrong; the toast about it goes away, this stays. */
export const ProblemAlert = ({ title, text }: { title: string; text: string }) => (
  <div role="alert" className="flex gap-3 rounded-field border border-danger p-4 text-14">
    <CircleAlert aria-hidden size={20} className="shrink-0 text-danger" />
    <div>
      <p className="font-semibold">{title}</p>
      <p className="text-ink-2">{text}</p>
    </div>
  </div>
);
