import { dayIn, protocolErrors } from '@kaopei/contract'
import { startTrackedJob } from '@kaopei/jobs/server'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Handlers, implement } from '@kaopei/server'
import { appointmentMode, privateKinds } from '../../contract/codes.ts'
import { resultErrors, scaleErrors } from '../../contract/errors.ts'
import { departmentAnalysis, scaleStatistics } from '../../contract/result.ts'
import { findAppointment } from '../appointments/appointment.sql.ts'
import { alphaOf } from '../rules/alpha.ts'
import { companyNormName, rounded } from '../rules/company-norm.ts'
import { sampleDeviation } from '../rules/quality.ts'
import { type CompiledPart, keyedValues } from '../rules/score.ts'
import { findCompanyNorm } from '../scales/norm.sql.ts'
import { findScale } from '../scales/scale.sql.ts'
import { departmentMeans } from './analysis.ts'
import { exportAnalysisJob } from './export.job.ts'
import { selectGivenIn, selectRawsIn } from './figures.sql.ts'
import { compiledVersion } from './issue.service.ts'
import { seesPrivate } from './result.handlers.ts'

/** A scale, and a dimension, that fewer have answered has no statistics: they would be somebody's answers. */
const leastOfStatistics = 3
const binCount = 10

const statisticsHandlers: Handlers<typeof scaleStatistics> = {
  get: async ({ scaleId, mode: wished }, { actor, db, fail, now, scope }) => {
    const found = (await findScale(db, scaleId)) ?? fail(protocolErrors.notFound)
    if (privateKinds.includes(found.kind) && !seesPrivate(actor)) return fail(resultErrors.noRight)
    if (!found.publishedId) return fail(scaleErrors.notPublished)
    const { version, scale } = await compiledVersion(db, found.publishedId)
    const all = await selectRawsIn(db, version.id, scope)
    const ownCount = all.filter((one) => one.mode === appointmentMode.own).length
    const mode = wished ?? (ownCount * 2 >= all.length ? appointmentMode.own : appointmentMode.round)
    const raws = all.filter((one) => one.mode === mode)
    if (raws.length < leastOfStatistics)
      return fail(resultErrors.tooFew, { text: `${resultErrors.tooFew.text}，现在有 ${raws.length} 人` })
    const sheets = (await selectGivenIn(db, { versionId: version.id, mode }, scope)).map(({ given }) => given)
    const norm = await findCompanyNorm(db, { versionId: version.id, mode })
    return {
      ...{
        mode,
        hasOther: raws.length < all.length,
        scaleName: found.name,
        kind: found.kind,
        versionNumber: version.number,
        personCount: raws.length,
        asOf: now,
      },
      norm: norm
        ? {
            ...{ name: companyNormName(norm.number, mode), n: norm.n, source: '本企业作答人员', isOwn: true },
            date: dayIn(norm.frozenAt, await timeZoneOf(db)),
          }
        : null,
      dimensions: version.content.dimensions.map(({ id, name }, at) => {
        const part = scale.dimensions[at]
        if (!part) throw new Error('a scale is compiled with all its dimensions')
        const values = raws.flatMap((one) => one.raws[id] ?? [])
        const isShown = values.length >= leastOfStatistics
        const { alpha, n: alphaN } = alphaOf(sheets.map((given) => keyedValues(part, given)))
        return {
          ...{ dimensionId: id, name, itemCount: part.places.length, min: part.min, max: part.max, n: values.length },
          mean: isShown ? rounded(values.reduce((sum, one) => sum + one, 0) / values.length) : null,
          sd: isShown ? rounding(sampleDeviation(values)) : null,
          ...{ alpha: alphaN >= leastOfStatistics ? rounding(alpha) : null, alphaN, bins: isShown ? binsOf(part, values) : [] },
        }
      }),
    }
  },
}

export const statisticsEndpoints = implement(scaleStatistics, statisticsHandlers)

const rounding = (value: number | null) => (value === null ? null : rounded(value))

function binsOf({ min, max }: CompiledPart, values: readonly number[]) {
  const width = (max - min) / binCount
  return Array.from({ length: binCount }, (_, at) => {
    const [from, to] = [min + at * width, min + (at + 1) * width]
    const count = values.filter((value) => value >= from && (value < to || at === binCount - 1)).length
    return { from: rounded(from), to: rounded(to), count }
  })
}

const analysisHandlers: Handlers<typeof departmentAnalysis> = {
  get: async ({ appointmentId, departmentId }, { actor, db, fail, now, scope }) => {
    const found = (await findAppointment(db, appointmentId)) ?? fail(protocolErrors.notFound)
    if (privateKinds.includes(found.kind) && !seesPrivate(actor)) return fail(resultErrors.noRight)
    const { version, scale } = await compiledVersion(db, found.scaleVersionId)
    const dimensions = version.content.dimensions.map(({ id, name }, at) => {
      const part = scale.dimensions[at]
      const count = Math.max(1, part?.places.length ?? 1)
      return { id, name, min: rounded((part?.min ?? 0) / count), max: rounded((part?.max ?? 0) / count) }
    })
    const means = await departmentMeans(
      db,
      { appointmentId, departmentId, scope },
      dimensions.map(({ id }) => id),
    )
    return { appointmentName: found.name, scaleName: found.scaleName, kind: found.kind, dimensions, ...means, asOf: now }
  },

  export: async ({ appointmentId, departmentId }, { actor, db, fail, record, scope }) => {
    const found = (await findAppointment(db, appointmentId)) ?? fail(protocolErrors.notFound)
    if (privateKinds.includes(found.kind) && !seesPrivate(actor)) return fail(resultErrors.noRight)
    const { version } = await compiledVersion(db, found.scaleVersionId)
    const dimensions = version.content.dimensions.map(({ id, name }) => ({ id, name }))
    const payload = { appointmentId, ...(departmentId && { departmentId }), name: found.name, dimensions, scope }
    const { jobId } = await startTrackedJob(db, actor, exportAnalysisJob, payload, { conditions: { 测评: found.name } })
    record({ targetId: appointmentId, targetName: found.name })
    return { jobId }
  },
}

export const analysisEndpoints = implement(departmentAnalysis, analysisHandlers)
