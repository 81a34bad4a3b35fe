import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { PositionList } from '#web/components/words/position-list.tsx';
import { WordPage } from '#web/components/words/word-page.tsx';
import { isReachable } from '#web/content/navigation.ts';
import { careers } from '#web/content/pages/careers.ts';
import type { Position } from '#web/content/positions.ts';

/** Positions to apply for (specification section 2). */
export const CareersPage = () => (
  <WordPage copy={careers} inserts={{ positions: <PositionList apply={applyFor} /> }} />
);

const applyFor = ({ title }: Position) =>
  isReachable('/contact') && (
    <ButtonLink to="/contact" variant="outline" aria-label={`Apply Now: ${title}`}>
      Apply Now
    </ButtonLink>
  );
