import * as z from 'zod/mini';
import { type CallLimit, endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { optionalText, requiredText, TEXT_LIMITS } from '../messages/fields.ts';
import { applicationPaperKindSchema, applicationPaperSchema, namesEachOnce } from './application-papers.ts';
import {
  applicantViewSchema,
  applicationDetailsSchema,
  applicationSummarySchema,
} from './application-views.ts';
import { checklistItemSchema } from './checklist.ts';
import { applicationStatusSchema, driverApplicationSchema } from './driver-application.ts';

/** The secret token of an application's link: `da_` and 128 bits. */
const token = z.string().check(z.regex(/^da_[0-9a-f]{32}$/));

const byLink: CallLimit = { name: 'application-link', times: 60, windowSeconds: 600, per: 'address' };

export const applyToDrive = endpoint({
  method: 'POST',
  path: '/api/driver-applications',
  summary:
    'Receives an application to drive, and mails its applicant a link to it. While one is open for an address, another one only mails that link again; the reply is the same.',
  who: 'anybody',
  body: driverApplicationSchema,
  reply: z.object({ message: z.string() }),
  limit: { name: 'driver-application', times: 10, windowSeconds: 3_600, per: 'address' },
});

export const readMyApplication = endpoint({
  method: 'GET',
  path: '/api/driver-applications/:token',
  summary: 'Reads an application by its emailed link.',
  who: 'anybody',
  params: { token },
  reply: applicantViewSchema,
  limit: byLink,
});

export const replyToApplicationQuestion = endpoint({
  method: 'POST',
  path: '/api/driver-applications/:token/reply',
  summary: 'Answers a question to the applicant, with replaced documents if any.',
  who: 'anybody',
  params: { token },
  body: z.object({
    version: z.int(),
    message: requiredText(TEXT_LIMITS.message, 'Please write a few words'),
    /** Replace those sent before. */
    papers: z.array(applicationPaperSchema).check(z.refine(namesEachOnce, 'Each document once')),
  }),
  reply: applicantViewSchema,
  errors: ['APPLICATION_CHANGED', 'APPLICATION_DECIDED'],
  limit: byLink,
});

export const resendDriverInvitation = endpoint({
  method: 'POST',
  path: '/api/driver-applications/:token/invitation',
  summary: 'Mails an approved applicant a new link to set a password.',
  who: 'anybody',
  params: { token },
  reply: null,
  errors: ['INVITATION_SPENT'],
  limit: byLink,
});

export const listDriverApplications = endpoint({
  method: 'GET',
  path: '/api/ops/driver-applications',
  summary: 'Lists applications to drive, newest first, by page.',
  who: 'dispatcher',
  query: z.object({
    status: z.optional(applicationStatusSchema),
    /** The last id of the previous page. */
    after: z.optional(idSchema),
  }),
  reply: z.object({
    applications: z.array(applicationSummarySchema),
    /** The `after` of the next page; null on the last page. */
    next: z.nullable(idSchema),
  }),
});

export const readDriverApplication = endpoint({
  method: 'GET',
  path: '/api/ops/driver-applications/:applicationId',
  summary: 'Reads an application to drive, with its checklist and messages.',
  who: 'dispatcher',
  reply: applicationDetailsSchema,
});

const version = z.int();

export const checkDriverApplication = endpoint({
  method: 'PATCH',
  path: '/api/ops/driver-applications/:applicationId/checklist',
  summary: 'Records the result of a checklist item, or its appointment.',
  who: 'dispatcher',
  body: z.object({
    version,
    item: checklistItemSchema,
    isDone: z.boolean(),
    /** The result, or the appointment. */
    note: optionalText(200),
  }),
  reply: applicationDetailsSchema,
  errors: ['APPLICATION_CHANGED', 'APPLICATION_DECIDED'],
});

export const askDriverApplicant = endpoint({
  method: 'POST',
  path: '/api/ops/driver-applications/:applicationId/ask',
  summary: 'Asks the applicant a question by email.',
  who: 'dispatcher',
  body: z.object({
    version,
    message: requiredText(TEXT_LIMITS.message, 'Please write what is needed'),
    /** The document it is about. */
    paper: z.nullable(applicationPaperKindSchema),
  }),
  reply: applicationDetailsSchema,
  errors: ['APPLICATION_CHANGED', 'APPLICATION_DECIDED'],
});

export const approveDriverApplication = endpoint({
  method: 'POST',
  path: '/api/ops/driver-applications/:applicationId/approve',
  summary: 'Approves an application with a complete checklist. Creates the driver and emails them a link.',
  who: 'dispatcher',
  body: z.object({ version }),
  reply: applicationDetailsSchema,
  errors: ['APPLICATION_CHANGED', 'APPLICATION_DECIDED', 'CHECKLIST_INCOMPLETE', 'EMAIL_TAKEN'],
});

export const declineDriverApplication = endpoint({
  method: 'POST',
  path: '/api/ops/driver-applications/:applicationId/decline',
  summary: 'Declines an application, with a reason for the applicant.',
  who: 'dispatcher',
  body: z.object({ version, reason: requiredText(TEXT_LIMITS.description, 'Please give the reason') }),
  reply: applicationDetailsSchema,
  errors: ['APPLICATION_CHANGED', 'APPLICATION_DECIDED'],
});
