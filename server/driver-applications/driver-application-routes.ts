import * as api from '#common/driver-applications/driver-applications-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { answerQuestion } from './answer-question.ts';
import { findApplication, findApplicationByToken, listApplications } from './application-queries.ts';
import { approveApplication } from './approve-application.ts';
import { presentDetails, presentSummary, presentToApplicant } from './present-application.ts';
import { inviteApplicantAgain, receiveApplication } from './receive-application.ts';
import { recordReview } from './record-review.ts';
import { askApplicant, checkApplication, declineApplication } from './review-application.ts';

export const driverApplicationRoutes = createApiRoutes();

driverApplicationRoutes.handle(api.applyToDrive, async ({ body }) => {
  await receiveApplication(body);
  return { message: 'You will get an answer by email in 3 to 5 days.' };
});

driverApplicationRoutes.handle(api.readMyApplication, async ({ params }) =>
  presentToApplicant(await findApplicationByToken(params.token)),
);

driverApplicationRoutes.handle(api.replyToApplicationQuestion, async ({ params, body }) => {
  const { _id } = await findApplicationByToken(params.token);
  return presentToApplicant(await answerQuestion(_id.toHexString(), body));
});

driverApplicationRoutes.handle(api.resendDriverInvitation, async ({ params }) =>
  inviteApplicantAgain(await findApplicationByToken(params.token)),
);

driverApplicationRoutes.handle(api.listDriverApplications, async ({ query }) => {
  const { applications, next } = await listApplications(query.status, query.after);
  return { applications: applications.map(presentSummary), next };
});

driverApplicationRoutes.handle(api.readDriverApplication, async ({ params }) =>
  presentDetails(await findApplication(params.applicationId)),
);

driverApplicationRoutes.handle(api.checkDriverApplication, async ({ params, body, staff, clientNetwork }) => {
  const application = await checkApplication(params.applicationId, body, staff);
  return recordReview(application, {
    action: 'driver application checked',
    actor: { ...staff, address: clientNetwork },
    version: body.version,
    after: { item: body.item, isDone: body.isDone, note: body.note ?? null },
  });
});

driverApplicationRoutes.handle(api.askDriverApplicant, async ({ params, body, staff, clientNetwork }) => {
  const application = await askApplicant(params.applicationId, body, staff);
  return recordReview(application, {
    action: 'driver applicant asked',
    actor: { ...staff, address: clientNetwork },
    version: body.version,
    after: { message: body.message, paper: body.paper },
  });
});

driverApplicationRoutes.handle(
  api.approveDriverApplication,
  async ({ params, body, staff, clientNetwork }) => {
    const application = await approveApplication(params.applicationId, body.version, staff);
    return recordReview(application, {
      action: 'driver application approved',
      actor: { ...staff, address: clientNetwork },
      version: body.version,
      after: { status: application.status },
    });
  },
);

driverApplicationRoutes.handle(
  api.declineDriverApplication,
  async ({ params, body, staff, clientNetwork }) => {
    const application = await declineApplication(params.applicationId, body, staff);
    return recordReview(application, {
      action: 'driver application declined',
      actor: { ...staff, address: clientNetwork },
      version: body.version,
      after: { status: application.status, reason: body.reason },
    });
  },
);
