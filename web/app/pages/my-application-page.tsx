import { useParams } from 'react-router-dom';
import { MyApplication } from '#web/features/driver-applications/my-application.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';

/** A driver application, opened by its applicant's secret link. */
export function MyApplicationPage() {
  const { token = '' } = useParams();
  return (
    <div className="column pb-16 lg:pb-28">
      <PageMeta title="Your application" />
      <MyApplication key={token} token={token} />
    </div>
  );
}
