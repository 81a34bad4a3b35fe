import clsx from 'clsx';
import { ChevronRight, Minus, Plus } from 'lucide-react';
import type { QuestionCopy } from '#web/content/page-copy.ts';
import { LinkRow } from './section-lists.tsx';

interface QuestionListProps {
  questions: readonly QuestionCopy[];
  /** `compact` for narrow columns. */
  look?: 'roomy' | 'compact';
  /** Whether the first answer is open initially. */
  isFirstOpen?: boolean;
  className?: string;
}

/** Questions whose answers expand in place. Find-in-page also finds collapsed answers. */
export const QuestionList = ({
  questions,
  look = 'roomy',
  isFirstOpen = false,
  className,
}: QuestionListProps) => (
  <div className={clsx('border-line border-t', className)}>
    {questions.map(({ question, answer, more }, index) => (
      <details
        key={question}
        open={isFirstOpen && index === 0}
        className={clsx('group border-line border-b', look === 'compact' && 'last:border-b-0')}
      >
        <summary
          className={clsx(
            'flex list-none items-center justify-between gap-6 [&::-webkit-details-marker]:hidden',
            look === 'roomy'
              ? 'min-h-16 py-3 text-18 font-medium'
              : 'min-h-11 py-2 transition-colors hover:text-gold-ink',
          )}
        >
          {question}
          {look === 'roomy' ? <PlusOrMinus /> : <Chevron />}
        </summary>
        <div className={clsx('max-w-[38em] text-ink-2', look === 'roomy' ? 'pb-6' : 'pb-4')}>
          <p className="text-pretty">{answer}</p>
          {more && (
            <div className="mt-3 -mb-2">
              <LinkRow links={[more]} />
            </div>
          )}
        </div>
      </details>
    ))}
  </div>
);

const PlusOrMinus = () => (
  <>
    <Plus aria-hidden size={20} className="shrink-0 group-open:hidden" />
    <Minus aria-hidden size={20} className="hidden shrink-0 group-open:block" />
  </>
);

const Chevron = () => (
  <ChevronRight
    aria-hidden
    size={16}
    className="shrink-0 text-ink-2 transition-transform group-open:rotate-90"
  />
);
