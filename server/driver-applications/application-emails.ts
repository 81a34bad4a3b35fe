import { APPLICATION_PAPERS } from '#common/driver-applications/application-papers.ts';
import { AppError } from '#common/errors.ts';
import { INVITATION_LASTS } from '#common/users/link-lifetimes.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { env } from '../env.ts';
import type { EmailContent, EmailPart } from '../mail/email-content.ts';
import { awaitsPassword } from '../users/invitations.ts';
import { applicationLink, deriveApplicationToken, digestApplicationToken } from './application-link.ts';
import { type ApplicationDoc, ApplicationModel } from './application-model.ts';
import { findApplication, findApplicationByMessage } from './application-queries.ts';
import { findApprovedRideType, referenceOf } from './present-application.ts';

/**
 * Builds the link to an application. The token is derived from a secret, so after the secret is replaced the
 * stored digest is updated here, and only the link mailed last works.
 */
async function linkTo({ _id, tokenDigest }: ApplicationDoc): Promise<EmailPart> {
  const token = deriveApplicationToken(_id.toHexString());
  const digest = digestApplicationToken(token);
  if (digest !== tokenDigest) await ApplicationModel.updateOne({ _id }, { $set: { tokenDigest: digest } });
  return { kind: 'link', label: 'Your application', href: applicationLink(token) };
}

/**
 * Composes the confirmation of an application, with the link to it. It repeats nothing that was typed: anyone
 * can enter another person's address, and must not be able to send text to it through us.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeApplicationEmail(applicationId: string): Promise<EmailContent> {
  const application = await findApplication(applicationId);
  return {
    to: application.email,
    subject: 'We have your application',
    title: 'We have your application',
    parts: [
      { kind: 'rows', rows: [['Application', referenceOf(application)]] },
      {
        kind: 'text',
        text: 'You will get an answer by email in 3 to 5 days. See where your application stands:',
      },
      await linkTo(application),
      { kind: 'text', text: 'Anyone with the link can read your application. Keep it to yourself.' },
      {
        kind: 'text',
        text: 'If you did not apply, someone mistyped an address, and you can ignore this email.',
      },
    ],
  };
}

/**
 * Composes the email with a staff question to the applicant.
 *
 * @param messageId of the question
 * @throws AppError NOT_FOUND
 */
export async function composeMoreNeededEmail(messageId: string): Promise<EmailContent> {
  const application = await findApplicationByMessage(messageId);
  const question = application.messages.find(({ _id }) => _id.toHexString() === messageId);
  if (!question) throw new AppError('NOT_FOUND', 'There is no such question.');
  const { paper, text } = question;
  return {
    to: application.email,
    subject: 'We need one more thing for your application',
    title: 'We need one more thing',
    parts: [
      ...(paper ? [{ kind: 'rows', rows: [['About', APPLICATION_PAPERS[paper].title]] } as const] : []),
      { kind: 'quote', label: 'We asked:', text },
      { kind: 'text', text: 'Please answer on your application page:' },
      await linkTo(application),
    ],
  };
}

/**
 * Composes the welcome to a new driver, whose account exists. The link to set a password is a separate email.
 * Someone who already has a password gets none.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeApprovedEmail(applicationId: string): Promise<EmailContent> {
  const application = await findApplication(applicationId);
  const { email, driverId } = application;
  const rideType = await findApprovedRideType(application);
  const hasPassword = driverId !== null && !(await awaitsPassword(driverId.toHexString()));
  return {
    to: email,
    subject: 'You are approved to drive with Marquee',
    title: 'Welcome to Marquee',
    parts: [
      {
        kind: 'text',
        text: `You're approved to drive ${rideType ? `your ${vehicleName(rideType)}` : 'our vehicles'}.`,
      },
      {
        kind: 'text',
        text: hasPassword
          ? 'Sign in with the password you already have.'
          : `A second email has a link to set your password. It works for ${INVITATION_LASTS.text} and signs you in.`,
      },
      await linkTo(application),
    ],
  };
}

/** Composes the rejection, with its reason and what the applicant can do. @throws AppError NOT_FOUND */
export async function composeDeclinedEmail(applicationId: string): Promise<EmailContent> {
  const application = await findApplication(applicationId);
  return {
    to: application.email,
    subject: 'Your application to drive with Marquee',
    title: 'Not this time',
    parts: [
      ...(application.decision?.reason
        ? [{ kind: 'quote', label: 'Why:', text: application.decision.reason } as const]
        : []),
      { kind: 'text', text: 'You can apply again at any time. If you think we are wrong, write to us.' },
      await linkTo(application),
      { kind: 'link', label: 'Contact page', href: new URL('/contact', env.PUBLIC_URL).href },
    ],
  };
}

/** Composes the email that notifies operations of a new application. @throws AppError NOT_FOUND */
export async function composeApplicationForOperationsEmail(applicationId: string): Promise<EmailContent> {
  const application = await findApplication(applicationId);
  const { name, email, phone, vehicle } = application;
  return {
    to: env.MAIL_TO,
    replyTo: { name, address: email },
    subject: `Driver application: ${name}`,
    title: 'Driver application',
    parts: [
      {
        kind: 'rows',
        rows: [
          ['Name', name],
          ['Email', email],
          ['Phone', phone],
          ['Vehicle', vehicle ? `${vehicle.label} ${vehicle.year}` : 'Drives a company vehicle'],
        ],
      },
      linkForOperations(applicationId),
    ],
  };
}

/**
 * Composes the email that notifies operations of an applicant's answer.
 *
 * @param messageId of the answer
 * @throws AppError NOT_FOUND
 */
export async function composeApplicantAnsweredEmail(messageId: string): Promise<EmailContent> {
  const { _id, name, email, messages } = await findApplicationByMessage(messageId);
  const answer = messages.find((message) => message._id.toHexString() === messageId);
  if (!answer) throw new AppError('NOT_FOUND', 'There is no such answer.');
  return {
    to: env.MAIL_TO,
    replyTo: { name, address: email },
    subject: `Driver application: ${name} has answered`,
    title: 'An applicant has answered',
    parts: [
      { kind: 'rows', rows: [['Name', name]] },
      { kind: 'quote', label: 'They wrote:', text: answer.text },
      linkForOperations(_id.toHexString()),
    ],
  };
}

/**
 * Composes the email that informs operations that an applicant's mail server rejected a question.
 *
 * @param messageId of the question
 * @throws AppError NOT_FOUND
 */
export async function composeQuestionUndeliveredEmail(messageId: string): Promise<EmailContent> {
  const { _id, name, email, phone, messages } = await findApplicationByMessage(messageId);
  const question = messages.find((message) => message._id.toHexString() === messageId);
  if (!question) throw new AppError('NOT_FOUND', 'There is no such question.');
  return {
    to: env.MAIL_TO,
    subject: `Driver application: ${name} did not get a question`,
    title: 'A question could not be delivered',
    parts: [
      { kind: 'text', text: 'The applicant’s mail server refused it. Please ask them by phone.' },
      {
        kind: 'rows',
        rows: [
          ['Name', name],
          ['Email', email],
          ['Phone', phone],
        ],
      },
      { kind: 'quote', label: 'The question:', text: question.text },
      linkForOperations(_id.toHexString()),
    ],
  };
}

const linkForOperations = (applicationId: string): EmailPart => ({
  kind: 'link',
  label: 'Open the application',
  href: new URL(`/ops/drivers/applications/${applicationId}`, env.PUBLIC_URL).href,
});
