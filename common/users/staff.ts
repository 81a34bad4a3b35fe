import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { besideField, emailField, nameField, newPasswordField, roleSchema, staffRoleSchema } from './user.ts';

const NO_NAME = 'Please enter a name.';
/** A staff member's name, entered by an admin. */
const staffNameField = z.pipe(z.string(NO_NAME).check(z.trim(), z.minLength(1, NO_NAME)), nameField);

/** Body of POST /api/ops/staff: the person to invite, and their role. */
export const inviteStaffSchema = z.object({
  name: staffNameField,
  email: emailField,
  role: z.enum(staffRoleSchema.options, 'Please choose a role.'),
});
export type InviteStaff = z.infer<typeof inviteStaffSchema>;

/** Body of PATCH /api/ops/staff/:userId. Absent fields stay unchanged. */
export const changeStaffSchema = z.object({
  name: z.optional(staffNameField),
  role: z.optional(staffRoleSchema),
  isDisabled: z.optional(z.boolean()),
});
export type ChangeStaff = z.infer<typeof changeStaffSchema>;

/** An invitation, as its page shows it. */
export const invitationSchema = z.object({ name: z.string(), email: z.string(), role: roleSchema });
export type Invitation = z.infer<typeof invitationSchema>;

/** Body of POST /api/invitations/:token. */
export const acceptInvitationSchema = z.object({ password: newPasswordField, beside: besideField });
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>;

/** The admins' view of a staff member. `invited`: has no password yet. `disabled`: may not sign in. */
export const staffMemberSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: staffRoleSchema,
  state: z.enum(['active', 'invited', 'disabled']),
  /** When the open invitation expires (ISO 8601); null if there is none. */
  invitedUntil: z.nullable(z.iso.datetime()),
  /**
   * Whether a required passkey or authenticator app is missing. Until it is set up, they cannot act as staff.
   */
  isFactorMissing: z.boolean(),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;
