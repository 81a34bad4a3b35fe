import {
  CalendarClock,
  CarFront,
  CreditCard,
  type LucideIcon,
  PackageSearch,
  Receipt,
  ShieldCheck,
} from 'lucide-react';
import { HELP_TOPICS, type HelpTopic } from '#web/content/help.ts';
import { QuestionList } from './question-list.tsx';

const ICONS: Record<HelpTopic['id'], LucideIcon> = {
  booking: CalendarClock,
  payment: CreditCard,
  fares: Receipt,
  safety: ShieldCheck,
  driving: CarFront,
  lost: PackageSearch,
};

/** The topic groups of the help page. */
export const HelpTopics = () => (
  <div className="mt-10 grid items-start gap-x-12 gap-y-10 md:grid-cols-2 lg:mt-14 lg:grid-cols-3">
    {HELP_TOPICS.map(({ id, title, questions }) => {
      const Icon = ICONS[id];
      return (
        <section key={id}>
          <h2 className="display flex items-center gap-3 text-28">
            <Icon aria-hidden size={20} strokeWidth={1.75} className="text-gold" />
            {title}
          </h2>
          <QuestionList questions={questions} look="compact" className="mt-3" />
        </section>
      );
    })}
  </div>
);
