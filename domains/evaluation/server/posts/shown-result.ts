/** A stored report as somebody may see it: with the reports of its scales, and what has changed since. */
import type { Db } from '@kaopei/server'
import { modelNumbers } from '@kaopei/skill/server'
import { postReport } from '../../contract/post-report.ts'
import { report } from '../../contract/report.ts'
import { findPostName } from './assessment.sql.ts'
import { type StoredPostResult, selectScaleResults } from './result.sql.ts'

export async function shownResult(db: Db, stored: StoredPostResult, { seesPersonality }: { seesPersonality: boolean }) {
  const { report: content, skillResultId, personalityResultId, isLatest, ...row } = stored
  const parsed = postReport.parse(content)
  const wanted = [skillResultId, seesPersonality ? personalityResultId : null]
  const scales = await selectScaleResults(
    db,
    wanted.flatMap((one) => one ?? []),
  )
  const resultOf = (resultId: string | null | undefined) => {
    const found = scales.find(({ evaluationResultId }) => evaluationResultId === resultId)
    return found ? { ...found, report: report.parse(found.report) } : null
  }
  const [skillResult, personalityResult] = wanted.map(resultOf)
  return {
    ...{ ...row, report: parsed, skillResult: skillResult ?? null, personalityResult: personalityResult ?? null },
    isPersonalityHidden: !seesPersonality && parsed.personality !== null,
    notices: [
      ...(await noticesOf(db, { ...row, isLatest, modelNumber: parsed.fit?.modelNumber ?? null })),
      ...(skillResult?.isDoubtful ? ['专业技能的测评结果需复核，复核保留后计入匹配度，并出具新的报告'] : []),
    ],
  }
}

interface Noticed extends Pick<StoredPostResult, 'postId' | 'isGone' | 'isLatest'> {
  readonly modelNumber: number | null
}

async function noticesOf(db: Db, { postId, isGone, isLatest, modelNumber }: Noticed): Promise<string[]> {
  const isPostGone = (await findPostName(db, postId)) === undefined
  const present = (await modelNumbers(db, [postId])).get(postId)
  const said = modelNumber === null ? '出具时岗位还没有技能模型，没有计算匹配度' : `本报告按第 ${modelNumber} 版模型出具`
  return [
    ...(isLatest ? [] : ['成绩变更后已出具新的报告，本页是当时的报告']),
    ...(isGone ? ['此人已离职或停用，报告仍按出具时保存'] : []),
    ...(isPostGone ? ['岗位已删除，报告仍按出具时保存'] : []),
    ...(!isPostGone && modelNumber === null && present === undefined ? ['岗位没有技能模型，没有计算匹配度'] : []),
    ...(present !== undefined && present !== modelNumber ? [`岗位模型现为第 ${present} 版，${said}`] : []),
  ]
}
