/** A key figure with title and text. */
interface SellingPoint {
  figure: string;
  title: string;
  text: string;
}

/** The selling points of the home page (specification section 1). */
export const SELLING_POINTS: readonly SellingPoint[] = [
  { figure: '$3M', title: 'Insured on every ride', text: 'Cover is included in each fare.' },
  { figure: '24/7', title: 'People on the line', text: 'Call or write at any hour.' },
  { figure: '15', title: 'Vehicle categories', text: 'From a sedan for 3 to a coach for 45.' },
  { figure: 'DOT', title: 'Certified chauffeurs', text: 'Licensed, screened and checked every year.' },
  { figure: '500K+', title: 'Riders carried', text: 'Dinners, weddings, arrivals, finals.' },
  { figure: '80%', title: 'Goes to your driver', text: 'And every dollar of the tip.' },
];
