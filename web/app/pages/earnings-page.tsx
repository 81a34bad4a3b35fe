import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { EarningsCalculator } from '#web/features/earnings/earnings-calculator.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';

/** /earnings: the earnings calculator for drivers (specification section 2). */
export const EarningsPage = () => (
  <div className="column pb-16 lg:pb-28">
    <PageMeta
      title="Earnings Calculator"
      description="What driving in Las Vegas pays per week, month and year, by vehicle and hours."
      path="/earnings"
    />
    <PageHeading
      title="Earnings Calculator"
      lead="What a week behind the wheel comes to in Las Vegas."
      className="mb-8 lg:mb-12"
    />
    <EarningsCalculator />
  </div>
);
