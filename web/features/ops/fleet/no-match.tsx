import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';

interface NoMatchProps {
  /** Such as `No vehicle fits`. */
  title: string;
  /** The search text. */
  text: string;
  onClear: () => void;
}

/** Shown when nothing in a list matches the search. */
export const NoMatch = ({ title, text, onClear }: NoMatchProps) => (
  <EmptyState
    title={title}
    text={`Nothing matches “${text}”.`}
    action={
      <Button variant="outline" onClick={onClear}>
        Clear search
      </Button>
    }
  />
);
