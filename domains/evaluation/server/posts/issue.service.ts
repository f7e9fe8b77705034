/** Issues the report of a person for a post once nothing more comes of its parts by itself; another follows when a result was changed. */
import { canonicalJson } from '@kaopei/contract'
import { figuresOf } from '@kaopei/result/server'
import type { Db } from '@kaopei/server'
import { evidenceClass } from '@kaopei/skill/contract/codes'
import { measureAttempts, type PostFit, postFit } from '@kaopei/skill/server'
import { appointmentStatus } from '../../contract/codes.ts'
import { type PostVerdict, partState, postPart } from '../../contract/post-codes.ts'
import type { PostReport, ReportFit, ReportPart } from '../../contract/post-report.ts'
import { bandOf, type PostTexts } from '../../contract/post-texts.ts'
import { selectAssessed } from '../results/issue.sql.ts'
import { isSettled } from '../rules/post-part-state.ts'
import { type Assessment, findAssessment, type Part, selectParts } from './assessment.sql.ts'
import { examNames } from './exam-names.ts'
import { findLatest, insertPostResult, type PartFacts, scaleShare } from './result.sql.ts'
import { type PartStanding, partStandings } from './standing.ts'
import { presentTexts } from './texts.sql.ts'

/** An assessment as it is read once for many people. */
export interface Issuing {
  readonly assessment: Assessment
  readonly parts: readonly Part[]
  readonly names: ReadonlyMap<string, string>
}

/** Undefined: it was removed. */
export async function issuingOf(db: Db, assessmentId: string): Promise<Issuing | undefined> {
  const assessment = await findAssessment(db, assessmentId)
  if (!assessment) return undefined
  const parts = await selectParts(db, [assessmentId])
  return { assessment, parts, names: await examNames(db, parts) }
}

/** Answers whether a report was issued. */
export async function issuePost(db: Db, issuing: Issuing, { staffId, now }: { staffId: string; now: Date }): Promise<boolean> {
  const { assessment, parts } = issuing
  const isOver = assessment.status === appointmentStatus.closed
  const standings = (await partStandings(db, { parts, isOver }, [staffId])).get(staffId) ?? []
  if (!standings.every(({ state }) => isSettled(state))) return false
  const latest = await findLatest(db, assessment.id, staffId)
  const facts = factsOf(standings, latest?.facts)
  // Whoever did nothing has no report, and what was the same stays as it was said.
  const hasCome = standings.some(({ state }) => state === partState.done)
  if (latest ? canonicalJson(latest.facts) === canonicalJson(facts) : !hasCome) return false
  const measured = standings.flatMap(({ attempt }) => (attempt ? [{ id: attempt.attemptId, staffId }] : []))
  await measureAttempts(db, measured, now)
  const { report, skillShare } = await reportOf(db, { ...issuing, standings, staffId })
  const resultIdOf = (part: number) => standings.find((one) => one.part === part)?.scale?.resultId ?? null
  await insertPostResult(db, {
    ...{ assessmentId: assessment.id, staffId, postId: assessment.postId, number: (latest?.number ?? 0) + 1, now },
    ...{ departmentId: (await selectAssessed(db, staffId)).departmentId, report, facts },
    ...{ skillResultId: resultIdOf(postPart.skill), personalityResultId: resultIdOf(postPart.personality) },
    ...{ knowledgeShare: report.knowledge?.exam?.share ?? null, skillShare },
    ...{ fit: report.fit?.fit ?? null, verdict: report.fit?.verdict ?? 'none' },
    isComplete: standings.every(({ state }) => state === partState.done),
  })
  return true
}

/** What was kept long enough and deleted makes no other report: it is no change of what was measured. */
function factsOf(standings: readonly PartStanding[], before: readonly PartFacts[] | undefined): PartFacts[] {
  return standings.map(({ part, state, attempt, scale }) => {
    const former = before?.find((one) => one.part === part)
    if (state === partState.erased && former) return former
    const score = state === partState.done ? (attempt?.scoreHundredths ?? null) : null
    const isDoubtful = part === postPart.skill && scale?.isDoubtful === true
    return {
      ...{ part, state, attemptId: attempt?.attemptId ?? null, scoreHundredths: score, resultId: scale?.resultId ?? null },
      ...(isDoubtful && { isDoubtful }),
    }
  })
}

interface Reporting extends Issuing {
  readonly standings: readonly PartStanding[]
  readonly staffId: string
}

async function reportOf(db: Db, { assessment, parts, names, standings, staffId }: Reporting) {
  const { number: textsNumber, texts } = await presentTexts(db)
  const person = await selectAssessed(db, staffId)
  const partOf = async (part: Part['part'], bands: keyof PostTexts | null): Promise<ReportPart | null> => {
    const [made, standing] = [parts.find((one) => one.part === part), standings.find((one) => one.part === part)]
    if (!made || !standing) return null
    const exam = await examFigures(db, made, standing)
    const band = bands && exam ? bandOf(texts[bands], exam.share) : null
    const name = made.sourceExamId === null ? (made.scaleName ?? '') : (names.get(made.sourceExamId) ?? assessment.name)
    return { state: standing.state, name, exam, band: band && { label: band.label, text: band.text } }
  }
  const skill = await partOf(postPart.skill, 'skill')
  const skillResultId = standings.find((one) => one.part === postPart.skill)?.scale?.resultId ?? null
  const fit = await postFit(db, { postId: assessment.postId, staffId })
  const report: PostReport = {
    ...{ assessmentName: assessment.name, purpose: assessment.purpose, postName: assessment.postName, textsNumber },
    ...{ personName: person.name, departmentName: person.departmentName },
    knowledge: await partOf(postPart.knowledge, 'knowledge'),
    skill,
    personality: await partOf(postPart.personality, null),
    fit: fit ? fitFacts(fit, texts) : null,
  }
  return { report, skillShare: skill?.exam?.share ?? (skillResultId === null ? null : await scaleShare(db, skillResultId)) }
}

async function examFigures(db: Db, { examId }: Part, { state, attempt }: PartStanding): Promise<ReportPart['exam']> {
  if (examId === null || state !== partState.done || !attempt || attempt.scoreHundredths === null) return null
  const { attemptId, scoreHundredths, maxScoreHundredths, isPassed, submittedAt, publishedAt } = attempt
  const maxHundredths = maxScoreHundredths ?? 0
  return {
    ...{ attemptId, scoreHundredths, maxHundredths, isPassed: isPassed ?? false },
    share: maxHundredths === 0 ? 0 : scoreHundredths / maxHundredths,
    at: (submittedAt ?? publishedAt ?? new Date(0)).toISOString(),
    ...(await figuresOf(db, examId)),
  }
}

function fitFacts({ number, fit, skills }: PostFit, texts: PostTexts): ReportFit {
  const band = bandOf(texts.fit, fit.fit)
  const verdict: PostVerdict = fit.verdict
  return {
    ...{ modelNumber: number, fit: fit.fit, share: fit.share, cautious: fit.cautious, verdict },
    // Of too little nothing is said in words.
    band: verdict === 'short' || !band ? null : { label: band.label, text: band.text },
    skills: skills.map(({ at, ...one }) => ({
      ...{ ...one, at: at?.toISOString() ?? null },
      isBelow: one.level === null ? one.class === evidenceClass.measured : one.level < one.requiredLevel,
    })),
  }
}
