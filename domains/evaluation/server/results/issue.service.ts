/** Issues reports: of somebody who answered for themselves when they hand in, of a 360° when it is closed. What is issued never changes. */
import { dayIn } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'
import { appointmentMode, raterRole, resultState } from '../../contract/codes.ts'
import type { Report } from '../../contract/report.ts'
import type { Appointment } from '../appointments/appointment.sql.ts'
import { companyNormName, leastOfNorm } from '../rules/company-norm.ts'
import { qualityOf } from '../rules/quality.ts'
import { reportDimensions, type UsedNorm } from '../rules/report-of.ts'
import { roundScores } from '../rules/round-scores.ts'
import { type CompiledScale, compileScale, scoreSitting, scoringVersion } from '../rules/score.ts'
import { countPeople, findCompanyNorm, freezeNorm } from '../scales/norm.sql.ts'
import { selectVersion, type Version } from '../scales/scale.sql.ts'
import { tellResult } from './evidence.service.ts'
import { type GivenSheet, insertResult, selectAssessed, selectGiven } from './issue.sql.ts'

export interface Compiled {
  readonly version: Version
  readonly scale: CompiledScale
}

const kept = new Map<string, Compiled>()
const mostKept = 60

/** A published version never changes, so it is read and compiled once in a process. */
export async function compiledVersion(db: Db, versionId: string): Promise<Compiled> {
  const known = kept.get(versionId)
  if (known) return known
  const version = await selectVersion(db, versionId)
  const compiled = { version, scale: compileScale(version.content) }
  if (version.publishedAt === null) return compiled
  const [oldest] = kept.keys()
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
  kept.set(versionId, compiled)
  return compiled
}

/** Answers whether there is a result now. */
export async function issueReport(
  db: Db,
  appointment: Appointment,
  { staffId, now }: { staffId: string; now: Date },
): Promise<boolean> {
  const sheets = await selectGiven(db, appointment.id, staffId)
  const own = sheets.find(({ role }) => role === raterRole.self)
  if (appointment.mode === appointmentMode.own ? !own : sheets.length === 0) return false
  const { version, scale } = await compiledVersion(db, appointment.scaleVersionId)
  const person = await selectAssessed(db, staffId)
  const { norm, normId } = await normOf(db, appointment, version)
  const facts = {
    ...{ scoringVersion, scaleName: appointment.scaleName, kind: appointment.kind, versionNumber: version.number },
    ...{ personName: person.name, departmentName: person.departmentName, appointmentName: appointment.name },
    ...{ information: appointment.information, source: appointment.source, norm: norm?.facts ?? null },
  }
  const report =
    appointment.mode === appointmentMode.own && own
      ? ownReport({ version, scale }, { facts, norm, sheet: own })
      : roundReport({ version, scale }, { facts, norm, sheets, now })
  // What a scale says later makes nobody's answers last longer than they agreed to.
  const months = Math.min(appointment.retentionMonths, ...sheets.map(({ agreedMonths }) => agreedMonths))
  const keepUntil = monthsAfter(now, months)
  const isDoubtful = report.quality.some(({ isFlagged }) => isFlagged)
  const evaluationResultId = await insertResult(db, {
    ...{ appointmentId: appointment.id, staffId, departmentId: person.departmentId, scaleId: appointment.scaleId },
    ...{ scaleVersionId: version.id, normId, report, now, keepUntil },
    state: isDoubtful ? resultState.doubtful : resultState.plain,
  })
  if (evaluationResultId === undefined) return false
  if (!isDoubtful) await tellResult(db, { evaluationResultId, staffId, scaleId: appointment.scaleId, report, issuedAt: now }, now)
  const normed = { versionId: version.id, mode: appointment.mode }
  if (normId === null && (await countPeople(db, normed)) >= leastOfNorm) await freezeNorm(db, { ...normed, actorId: null, now })
  return true
}

type Facts = Omit<Report, 'answeredAt' | 'dimensions' | 'quality' | 'groups' | 'totalCount' | 'items'>

function ownReport({ version, scale }: Compiled, given: { facts: Facts; norm: UsedNorm | undefined; sheet: GivenSheet }): Report {
  const { given: values, secondsAnItem, submittedAt } = given.sheet
  const scores = scoreSitting(scale, values)
  return {
    ...given.facts,
    answeredAt: submittedAt.toISOString(),
    dimensions: reportDimensions(version.content, scale, { scores, norm: given.norm }),
    quality: qualityOf(scale, { values, secondsAnItem }, version.content.quality),
    ...{ groups: [], totalCount: null, items: [] },
  }
}

interface Round {
  readonly facts: Facts
  readonly norm: UsedNorm | undefined
  readonly sheets: readonly GivenSheet[]
  readonly now: Date
}

function roundReport({ version, scale }: Compiled, { facts, norm, sheets, now }: Round): Report {
  const round = roundScores(
    version.content,
    scale,
    sheets.map(({ role, given }) => ({ role, values: given })),
  )
  return {
    ...facts,
    answeredAt: now.toISOString(),
    dimensions: reportDimensions(version.content, scale, {
      scores: round.scores,
      norm,
      selfMeans: round.selfMeans,
      groups: round.groups,
    }),
    quality: [],
    groups: round.shown.groups.map(({ role, ...group }) => ({ ...group, role: role as Report['groups'][number]['role'] })), // of the codes
    totalCount: round.shown.totalCount,
    items: round.items,
  }
}

async function normOf(
  db: Db,
  { normKey, mode }: Appointment,
  version: Version,
): Promise<{ norm: UsedNorm | undefined; normId: string | null }> {
  const chosen = version.content.norms.find(({ id }) => id === normKey)
  if (chosen) {
    const { name, n, date, source, dimensions } = chosen
    return { norm: { facts: { name, n, date, source, isOwn: false }, dimensions }, normId: null }
  }
  const own = await findCompanyNorm(db, { versionId: version.id, mode })
  if (!own) return { norm: undefined, normId: null }
  const date = dayIn(own.frozenAt, await timeZoneOf(db))
  const facts = { name: companyNormName(own.number, mode), n: own.n, date, source: '本企业作答人员', isOwn: true }
  return { norm: { facts, dimensions: own.content }, normId: own.id }
}

/** Of a day that the month does not have, its last one. */
export function monthsAfter(at: Date, months: number): Date {
  const later = new Date(at)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0)
  return later
}
