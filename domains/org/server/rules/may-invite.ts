import { minutesBetweenInvitations } from '../../contract/invitation.ts'

export interface InvitationFacts {
  readonly isEnabled: boolean
  readonly hasLoggedIn: boolean
  readonly lastSentAt: Date | null
}

/** Why somebody may not be invited at all; null when they may. */
export function invitationProblem({ isEnabled, hasLoggedIn }: Omit<InvitationFacts, 'lastSentAt'>): string | null {
  if (!isEnabled) return '账号已停用'
  return hasLoggedIn ? '已登录过，无需邀请' : null
}

/** When somebody may be invited again; null: at once. */
export function nextInvitationAt({ lastSentAt }: Pick<InvitationFacts, 'lastSentAt'>, now: Date): Date | null {
  if (lastSentAt === null) return null
  const next = new Date(lastSentAt.getTime() + minutesBetweenInvitations * 60_000)
  return next > now ? next : null
}
