import { ClipboardCopy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { toast } from './ui/toast.ts';

interface LinkFieldProps {
  /** For screen readers, such as `Trip link`. */
  label: string;
  link: string;
}

/** A link to share, selected on mount, with a button that copies it. */
export function LinkField({ label, link }: LinkFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      toast.success('Copied', 'The link is on your clipboard.');
    } catch {
      toast.error('Not copied', 'Please copy the link by hand.');
    }
  };
  return (
    <div className="flex items-center rounded-field border border-control pl-4">
      <input
        ref={field}
        readOnly
        aria-label={label}
        value={link}
        className="min-w-0 flex-1 truncate bg-transparent py-3 outline-none"
        // Selected backwards, so that a field too narrow for the link shows its beginning.
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, link.length, 'backward')}
      />
      <button
        type="button"
        className="flex min-h-12 items-center gap-2 px-4 text-14 font-semibold hover:text-gold-ink"
        onClick={copy}
      >
        <ClipboardCopy aria-hidden size={18} />
        Copy
      </button>
    </div>
  );
}
