import type { Db } from '@kaopei/server'
import type { z } from 'zod'
import { type personSkill, piecesOfPage } from '../../contract/person.ts'
import { findPost } from '../posts/post-model.sql.ts'
import { leftOfOne } from '../rules/left-words.ts'
import { partsOf } from '../rules/level-of.ts'
import { type Judged, judgeAll } from './gaps.ts'
import { evidenceOfPerson, type findPerson, type PlacedPiece, skillsOfPerson } from './person.sql.ts'

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>
type PersonPage = z.input<(typeof personSkill)['get']['output']>

const percentOf = (share: number | null) => (share === null ? null : Math.round(share * 1000) / 10)

/** Everything that is known of somebody, and what each level stands on. */
export async function personPage(
  db: Db,
  person: Person,
  { postId, now }: { postId: string | undefined; now: Date },
): Promise<PersonPage> {
  const { staffId } = person
  const first = await evidenceOfPerson(db, { staffId, skillId: null, offset: 0, limit: piecesOfPage, now })
  const evidence = Map.groupBy(first, ({ skillId }) => skillId)
  const skills = await skillsOfPerson(db, person.staffId)
  const against = postId ?? person.postId
  return {
    ...{ asOf: now, staffId: person.staffId, name: person.name, department: person.department },
    skills: skills.map((one) => {
      const pieces = evidence.get(one.skillId) ?? []
      return { ...one, evidence: explained(pieces, now), evidenceCount: pieces[0]?.pieceCount ?? 0 }
    }),
    post: against === null ? null : await postPage(db, person.staffId, against),
  }
}

/** A page of what one level stands on. */
export async function evidencePage(
  db: Db,
  { pageIndex, ...whose }: { staffId: string; skillId: string; pageIndex: number; now: Date },
): Promise<z.input<(typeof personSkill)['evidence']['output']>> {
  const offset = (pageIndex - 1) * piecesOfPage
  const pieces = await evidenceOfPerson(db, { ...whose, offset, limit: piecesOfPage })
  const isHere = ({ place }: PlacedPiece) => place > offset && place <= offset + piecesOfPage
  return { dataList: explained(pieces, whose.now, isHere), totalCount: pieces[0]?.pieceCount ?? 0 }
}

function explained(pieces: readonly PlacedPiece[], now: Date, isShown: (piece: PlacedPiece) => boolean = () => true) {
  const parts = partsOf(pieces, now)
  return pieces
    .filter(isShown)
    .map(({ staffId: _staff, skillId: _skill, isWithdrawn: _withdrawn, place: _place, pieceCount: _count, ...piece }) => ({
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
