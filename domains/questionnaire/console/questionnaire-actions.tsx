import { calling, RowActions } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { questionnaireStatus } from '../contract/codes.ts'
import { questionnaireMenu } from '../contract/menus.ts'
import { type QuestionnaireRow, questionnaire } from '../contract/questionnaire.ts'
import { detailPath, listPath, resultsPath } from './paths.ts'

const { draft, closed } = questionnaireStatus

/** What can be done with a questionnaire in its state. Publishing stands where its checks are, in the detail. */
export function QuestionnaireActions({
  row,
  isOnDetail = false,
}: {
  readonly row: Pick<QuestionnaireRow, 'id' | 'name' | 'status' | 'mayDelete'>
  /** There the way to itself and to the results stand apart. */
  readonly isOnDetail?: boolean
}): ReactNode {
  const navigate = useNavigate()
  const { id, name, status, mayDelete } = row
  const isDraft = status === draft
  return (
    <RowActions
      moreName={`${name}的更多操作`}
      actions={[
        !isOnDetail && {
          label: isDraft ? '编辑' : '查看',
          name: `${isDraft ? '编辑' : '查看'}${name}`,
          run: () => navigate(detailPath(id)),
        },
        !isDraft &&
          !isOnDetail && {
            label: '结果',
            name: `${name}的结果`,
            right: questionnaireMenu.rights.results,
            run: () => navigate(resultsPath(id)),
          },
        calling(questionnaire.copy, {
          label: '复制',
          name: `复制${name}`,
          isFolded: !isDraft && !isOnDetail,
          input: { id },
          successText: '复制成功，已打开新的草稿',
          onDone: (copy) => void navigate(detailPath(copy.id)),
        }),
        !isDraft &&
          status !== closed &&
          calling(questionnaire.close, {
            label: '结束',
            isFolded: true,
            isDangerous: true,
            input: { id },
            confirm: {
              title: '结束问卷？',
              content: `“${name}”结束后不能再答，也不能重新开启；已收到的答卷保留。`,
              isDangerous: true,
            },
            successText: '问卷已结束',
          }),
        mayDelete &&
          calling(questionnaire.remove, {
            label: '删除',
            isFolded: true,
            isDangerous: true,
            input: { id },
            confirm: { title: '删除问卷？', content: `删除后不可恢复：${name}`, isDangerous: true },
            successText: '删除成功',
            onDone: () => void navigate(listPath),
          }),
      ]}
    />
  )
}
