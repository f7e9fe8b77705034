import { ActionButton, type ConfirmWords, type Selection } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Select, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { difficulty, questionStatus } from '../contract/codes.ts'
import { type QuestionRow, question } from '../contract/question.ts'
import { BankSelect } from './banks/bank-select.tsx'

type Named = { readonly id: string; readonly name: string }

/** What can be done with the chosen questions. */
export function BatchActions({
  selection,
  points,
}: {
  readonly selection: Selection<QuestionRow>
  readonly points: readonly Named[]
}): ReactNode {
  const [target, setTarget] = useState<string>()
  const [level, setLevel] = useState<1 | 2 | 3>()
  const ids = [...selection.ids]
  return (
    <Space wrap>
      <Space.Compact>
        <div style={{ width: 180 }}>
          <BankSelect label="移动到题库" placeholder="移动到题库" value={target} onChange={setTarget} />
        </div>
        <ActionButton
          endpoint={question.move}
          disabled={!target}
          input={{ ids, bankId: target ?? '' }}
          successText="操作成功"
          onDone={selection.clear}
        >
          移动
        </ActionButton>
      </Space.Compact>
      <Space.Compact>
        <Select<1 | 2 | 3>
          aria-label="设置难度"
          placeholder="设置难度"
          style={{ width: 110 }}
          value={level ?? null}
          onChange={setLevel}
          options={[
            { value: difficulty.easy, label: difficulty.label(difficulty.easy) },
            { value: difficulty.medium, label: difficulty.label(difficulty.medium) },
            { value: difficulty.hard, label: difficulty.label(difficulty.hard) },
          ]}
        />
        <ActionButton
          endpoint={question.modifyDifficulty}
          disabled={!level}
          input={{ ids, difficulty: level ?? 2 }}
          successText="操作成功"
          onDone={selection.clear}
        >
          设置
        </ActionButton>
      </Space.Compact>
      <AddKnowledge ids={ids} points={points} onDone={selection.clear} />
      <ActionButton
        endpoint={question.changeStatus}
        input={{ ids, status: questionStatus.ready }}
        successText="操作成功"
        onDone={selection.clear}
      >
        设为可用
      </ActionButton>
      <ActionButton
        endpoint={question.changeStatus}
        input={{ ids, status: questionStatus.hidden }}
        successText="操作成功"
        onDone={selection.clear}
      >
        停用
      </ActionButton>
      <ActionButton endpoint={question.copy} input={{ ids }} successText="已复制为草稿" onDone={selection.clear}>
        复制
      </ActionButton>
      <ActionButton
        endpoint={question.remove}
        danger
        input={{ ids: [...ids], isConfirmed: true }}
        confirm={() => removalWords(ids)}
        successText="删除成功"
        onDone={selection.clear}
      >
        删除
      </ActionButton>
    </Space>
  )
}

/** Names that are not known yet become new knowledge points. */
function AddKnowledge(props: {
  readonly ids: readonly string[]
  readonly points: readonly Named[]
  readonly onDone: () => void
}): ReactNode {
  const [chosen, setChosen] = useState<string[]>([])
  const known = new Set(props.points.map(({ id }) => id))
  return (
    <Space.Compact>
      <Select
        aria-label="添加知识点"
        placeholder="添加知识点"
        mode="tags"
        maxTagCount={1}
        style={{ width: 180 }}
        value={chosen}
        onChange={setChosen}
        optionFilterProp="label"
        options={props.points.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ActionButton
        endpoint={question.modifyKnowledge}
        disabled={chosen.length === 0}
        input={{
          ids: [...props.ids],
          mode: 'add',
          knowledgePointIds: chosen.filter((value) => known.has(value)),
          newKnowledgePoints: chosen.filter((value) => !known.has(value)),
        }}
        successText="操作成功"
        onDone={props.onDone}
      >
        添加
      </ActionButton>
    </Space.Compact>
  )
}

/** What a deletion touches is said in the question before it. */
export async function removalWords(ids: readonly string[]): Promise<ConfirmWords> {
  const impact = await call(question.removeImpact, { ids: [...ids] }, { silent: true })
  return { title: '确定要删除吗？', content: impactText(ids.length, impact), isDangerous: true }
}

type Impact = { usedCount: number; activeExamCount: number; answerCount: number; exams: readonly { examName: string }[] }

function impactText(count: number, { usedCount, activeExamCount, answerCount, exams }: Impact): string {
  const start = `将删除 ${count} 道试题。`
  if (exams.length === 0) return start
  const names = exams.slice(0, 3).map(({ examName }) => `“${examName}”`)
  const more = exams.length > 3 ? ` 等 ${exams.length} 场考试` : ''
  const active = activeExamCount > 0 ? `其中 ${activeExamCount} 场尚未结束。` : ''
  const answers = answerCount > 0 ? `已有 ${answerCount} 份作答。` : ''
  return `${start}其中 ${usedCount} 道已用于${names.join('、')}${more}。${active}${answers}已发布的考试和成绩不受影响，试题不能再用于新的考试。`
}
