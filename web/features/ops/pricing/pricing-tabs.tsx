import { PageTabs } from '../page-tabs.tsx';

/** Tabs of the two pages of Pricing. */
export const PricingTabs = () => (
  <PageTabs
    label="Pricing"
    tabs={[
      { to: '/ops/pricing', label: 'Rates' },
      { to: '/ops/pricing/calendar', label: 'Calendar' },
    ]}
  />
);
