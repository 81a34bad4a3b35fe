import { SELLING_POINTS } from '#web/content/selling-points.ts';

/** Six reasons to ride with Marquee, each with a figure (specification section 2, Home page). */
export const HomeFeatures = () => (
  <section
    id="features"
    aria-labelledby="features-title"
    className="offscreen-570 sm:offscreen-530 lg:offscreen-400"
  >
    <h2 id="features-title" className="display text-40 lg:text-56">
      Quiet, insured and on time
    </h2>
    <ul className="mt-8 grid grid-cols-2 gap-x-5 gap-y-9 lg:mt-12 lg:grid-cols-3 lg:gap-x-10 lg:gap-y-12">
      {SELLING_POINTS.map(({ figure, title, text }) => (
        <li key={figure} className="border-line border-t pt-5">
          <p className="display text-40">{figure}</p>
          <h3 className="mt-2 font-semibold">{title}</h3>
          <p className="mt-0.5 text-14 text-ink-2 sm:text-16">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);
