/** What sessions have in common that they should not (after Artemis, `SuspiciousSessionReason`). Each is a question to a person, no answer. */
import ipaddr from 'ipaddr.js'

export interface Session {
  readonly attemptId: string
  readonly staffId: string
  readonly ip: string | null
  readonly device: string | null
}

export const signKinds = ['sameAddress', 'sameBrowser', 'manyAddresses', 'manyBrowsers'] as const

export interface SessionSign {
  readonly kind: (typeof signKinds)[number]
  readonly level: 'info' | 'notice' | 'warning'
  readonly attemptIds: readonly string[]
  readonly about: string
}

export function sessionSigns(sessions: readonly Session[]): SessionSign[] {
  return [
    ...shared(sessions, { kind: 'sameBrowser', level: 'warning', of: ({ device }) => device }),
    ...shared(sessions, {
      kind: 'sameAddress',
      level: 'notice',
      of: ({ ip }) => (ip !== null && ipaddr.isValid(ip) ? ip : null),
    }),
    ...changing(sessions, { kind: 'manyAddresses', level: 'notice', of: ({ ip }) => ip }),
    ...changing(sessions, { kind: 'manyBrowsers', level: 'notice', of: ({ device }) => device }),
  ]
}

interface Look {
  readonly kind: SessionSign['kind']
  readonly level: SessionSign['level']
  readonly of: (session: Session) => string | null
}

/** Other people with the same. A group that is contained in a reported one says nothing more. */
function shared(sessions: readonly Session[], { kind, level, of }: Look): SessionSign[] {
  const groups = [...Map.groupBy(sessions, of)]
    .flatMap(([about, members]): { about: string; attemptIds: string[]; people: number }[] => {
      if (about === null || about === '') return []
      const attemptIds = [...new Set(members.map(({ attemptId }) => attemptId))].sort()
      return [{ about, attemptIds, people: new Set(members.map(({ staffId }) => staffId)).size }]
    })
    .filter(({ people }) => people > 1)
    .sort((one, other) => other.attemptIds.length - one.attemptIds.length)
  const kept: typeof groups = []
  for (const group of groups) {
    const isContained = kept.some(({ attemptIds }) => group.attemptIds.every((attemptId) => attemptIds.includes(attemptId)))
    if (!isContained) kept.push(group)
  }
  return kept.map(({ about, attemptIds }) => ({ kind, level, attemptIds, about }))
}

/** One attempt with several. */
function changing(sessions: readonly Session[], { kind, level, of }: Look): SessionSign[] {
  return [...Map.groupBy(sessions, ({ attemptId }) => attemptId)].flatMap(([attemptId, own]) => {
    const different = [...new Set(own.map(of))].filter((one) => one !== null && one !== '')
    return different.length > 1 ? [{ kind, level, attemptIds: [attemptId], about: different.join('、') }] : []
  })
}
