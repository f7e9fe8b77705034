import { endpoint, id, ids, instant, requiredText } from '@kaopei/contract'
import { identityErrors } from '@kaopei/identity/contract/errors'
import { passwordCipher } from '@kaopei/identity/contract/password-cipher'
import { z } from 'zod'
import { invitationErrors, staffErrors } from './errors.ts'
import { staffMenu } from './menus.ts'

/** How long a link may be used, and how long a person is left alone before the next one. */
export const invitationDays = 7
export const minutesBetweenInvitations = 10
export const mostInvitedAtOnce = 1000

export const inviteWays = ['sms', 'mail', 'link'] as const

const person = z.object({ id, name: z.string(), nameAccount: z.string() })
const skipped = person.extend({ reason: z.string() })

export const invitation = {
  /** Sends each of these people a one-time link by which they set their password; an older link of theirs ends. */
  invite: endpoint({
    path: '/api/v1/staff/invitation_v2',
    summary: '邀请员工',
    access: staffMenu.rights.invite,
    scope: 'department',
    audit: { action: 'invite', target: 'staff' },
    input: z.object({
      ids: ids.max(mostInvitedAtOnce, `一次最多邀请${mostInvitedAtOnce}人`),
      /** `link` answers the links, this once, for handing them over by hand. */
      ways: z.array(z.enum(inviteWays)).min(1, '请选择邀请方式').max(inviteWays.length).default(['sms', 'mail']),
    }),
    output: z.object({
      count: z.number().int(),
      outOfScopeCount: z.number().int(),
      /** With `link`: where each person sets the password. */
      links: z.array(person.extend({ url: z.string() })),
      /** With why; those who may do more than the caller among them. */
      skipped: z.array(skipped),
      expiresAt: instant,
    }),
    errors: [staffErrors.outOfScope, invitationErrors.noWay],
  }),
  /** When each of these people was invited last, until when that holds, and when they may be invited again. */
  getInviteTime: endpoint({
    path: '/api/v1/staff/getInviteTime',
    summary: '邀请时间',
    access: staffMenu.rights.invite,
    scope: 'department',
    audit: 'read',
    input: z.object({ ids: ids.max(mostInvitedAtOnce, `一次最多查询${mostInvitedAtOnce}人`) }),
    output: z.object({
      validDays: z.number().int(),
      intervalMinutes: z.number().int(),
      list: z.array(
        person.extend({
          lastSentAt: instant.nullable(),
          expiresAt: instant.nullable(),
          usedAt: instant.nullable(),
          /** Null: at once. */
          nextAt: instant.nullable(),
          hasPhone: z.boolean(),
          hasEmail: z.boolean(),
          /** Why not at all; null when they may be. */
          problem: z.string().nullable(),
        }),
      ),
    }),
    errors: [staffErrors.outOfScope],
  }),
}

const token = requiredText(200, '邀请凭证')

/** What the invited person does, without being signed in. */
export const acceptance = {
  check: endpoint({
    path: '/api/v1/staff/invitation/check',
    summary: '查看邀请',
    access: 'public',
    audit: 'read',
    input: z.object({ token }),
    output: z.object({
      name: z.string(),
      loginAccount: z.string(),
      companyName: z.string(),
      domain: z.string(),
      expiresAt: instant,
    }),
    errors: [invitationErrors.over],
  }),
  accept: endpoint({
    path: '/api/v1/staff/invitation/accept',
    summary: '接受邀请，设置密码',
    access: 'public',
    atOnce: 2,
    audit: { action: 'acceptInvitation', target: 'staff' },
    input: z.object({ token, newPassword: passwordCipher }),
    output: z.object({ loginAccount: z.string(), domain: z.string() }),
    errors: [invitationErrors.over, identityErrors.badCipher],
  }),
}
