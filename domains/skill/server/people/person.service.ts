import type { Db } from '@kaopei/server'
import type { z } from 'zod'
import type { personSkill } from '../../contract/person.ts'
import { findPost } from '../posts/post-model.sql.ts'
import { leftOfOne } from '../rules/left-words.ts'
import { partsOf } from '../rules/level-of.ts'
import { type Judged, judgeAll } from './gaps.ts'
import { evidenceOfPerson, type findPerson, type Piece, skillsOfPerson } from './person.sql.ts'

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>
type PersonPage = z.input<(typeof personSkill)['get']['output']>

const percentOf = (share: number | null) => (share === null ? null : Math.round(share * 1000) / 10)

/** Everything that is known of somebody, and what each level stands on. */
export async function personPage(
  db: Db,
  person: Person,
  { postId, now }: { postId: string | undefined; now: Date },
): Promise<PersonPage> {
  const evidence = Map.groupBy(await evidenceOfPerson(db, person.staffId), ({ skillId }) => skillId)
  const skills = await skillsOfPerson(db, person.staffId)
  const against = postId ?? person.postId
  return {
    ...{ asOf: now, staffId: person.staffId, name: person.name, department: person.department },
    skills: skills.map((one) => ({ ...one, evidence: explained(evidence.get(one.skillId) ?? [], now) })),
    post: against === null ? null : await postPage(db, person.staffId, against),
  }
}

function explained(pieces: readonly Piece[], now: Date) {
  const parts = partsOf(pieces, now)
  return pieces.map(({ staffId: _staff, skillId: _skill, isWithdrawn: _withdrawn, ...piece }) => ({
    ...piece,
    part: parts.get(piece.id) ?? ('older' as const),
  }))
}

async function postPage(db: Db, staffId: string, postId: string): Promise<PersonPage['post']> {
  const post = await findPost(db, postId)
  const [judged] = await judgeAll(db, [{ staffId, postId }])
  if (!post || !judged) return null
  const { fit, model, courses, left } = judged
  return {
    ...{ postId, postName: post.name, number: model.number },
    ...{ fit: percentOf(fit.fit), share: percentOf(fit.share), cautious: percentOf(fit.cautious), verdict: fit.verdict },
    demands: demandsOf(judged),
    courses: courses.map(({ id, name, hours, reason }) => ({ id, name, hours, reason })),
    left: leftOfOne(left),
  }
}

function demandsOf({ model, shown }: Judged) {
  return model.demands.map(({ skillId, skillName, requiredLevel, weight, isKey }) => ({
    ...{ skillId, skillName, requiredLevel, weight, isKey },
    level: shown.get(skillId)?.level ?? null,
    isTested: (shown.get(skillId)?.class ?? null) !== null,
  }))
}
