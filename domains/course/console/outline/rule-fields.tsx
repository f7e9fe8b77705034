import { Form, InputNumber, Radio, Switch } from 'antd'
import type { ReactNode } from 'react'
import type { TaskInput } from '../../contract/course-outline.ts'
import { articleRule, attemptRule, coursewareRule, practiceRule } from '../../contract/outline.ts'
import '../course.css'

type Rule = TaskInput['rule']

export interface RuleFieldsProps {
  readonly kind: TaskInput['kind']
  readonly rule: Rule
  readonly onChange: (rule: Rule) => void
}

/** What completes a task, by its kind. */
export function RuleFields({ kind, rule, onChange }: RuleFieldsProps): ReactNode {
  const change = (part: Rule) => onChange({ ...rule, ...part })
  if (kind === 'courseware') return <CoursewareFields rule={rule} change={change} />
  if (kind === 'exam') return <ExamFields rule={rule} change={change} />
  if (kind === 'practice') return <PracticeFields rule={rule} change={change} />
  if (kind === 'article') {
    const parsed = articleRule.safeParse(rule)
    return (
      <NumberField
        {...{ id: 'kp-rule-seconds', label: '阅读时长', suffix: '秒', min: 1, max: 3600 }}
        value={parsed.data?.seconds ?? 5}
        onChange={(seconds) => change({ seconds })}
      />
    )
  }
  return null
}

interface FieldsProps {
  readonly rule: Rule
  readonly change: (part: Rule) => void
}

function CoursewareFields({ rule, change }: FieldsProps): ReactNode {
  const known = coursewareRule.safeParse(rule).data ?? coursewareRule.parse({})
  return (
    <fieldset className="kp-rule">
      <legend>完成条件（只对相应类型的课件起作用）</legend>
      <div className="kp-course-columns">
        <NumberField
          {...{ id: 'kp-rule-percent', label: '音视频完成比例', suffix: '%', min: 60, max: 100 }}
          value={known.percent}
          onChange={(percent) => change({ percent })}
        />
        <NumberField
          {...{ id: 'kp-rule-page', label: '文档每页停留', suffix: '秒', min: 1, max: 600 }}
          value={known.secondsPerPage}
          onChange={(secondsPerPage) => change({ secondsPerPage })}
        />
        <NumberField
          {...{ id: 'kp-rule-pages', label: '文档完成页数', suffix: '%', min: 1, max: 100 }}
          value={known.pagePercent}
          onChange={(pagePercent) => change({ pagePercent })}
        />
        <NumberField
          {...{ id: 'kp-rule-idle', label: '无操作多久后询问', suffix: '秒', min: 60, max: 3600, placeholder: '不询问' }}
          value={known.idleSeconds}
          onChange={(idleSeconds) => change({ idleSeconds })}
        />
      </div>
      <SwitchField id="kp-rule-skip" label="未看过的部分不可拖动" isOn={known.noSkip} onChange={(noSkip) => change({ noSkip })} />
      <SwitchField
        id="kp-rule-hidden"
        label="离开页面时暂停"
        isOn={known.pauseWhenHidden}
        onChange={(pauseWhenHidden) => change({ pauseWhenHidden })}
      />
    </fieldset>
  )
}

function ExamFields({ rule, change }: FieldsProps): ReactNode {
  const known = attemptRule.safeParse(rule).data ?? attemptRule.parse({})
  return (
    <fieldset className="kp-rule">
      <legend>完成条件</legend>
      <Radio.Group
        aria-label="完成条件"
        className="kp-course-stacked"
        value={known.needs}
        options={[
          { value: 'passed', label: '考试合格' },
          { value: 'handedIn', label: '交卷即完成' },
        ]}
        onChange={(event) => change({ needs: event.target.value === 'handedIn' ? 'handedIn' : 'passed' })}
      />
      {known.needs === 'passed' && (
        <NumberField
          {...{ id: 'kp-rule-score', label: '至少得分', suffix: '分', min: 0, max: 100_000, placeholder: '按考试的合格线' }}
          value={known.passScoreHundredths === null ? null : known.passScoreHundredths / 100}
          onChange={(score) => change({ passScoreHundredths: score === null ? null : Math.round(score * 100) })}
        />
      )}
    </fieldset>
  )
}

function PracticeFields({ rule, change }: FieldsProps): ReactNode {
  const known = practiceRule.safeParse(rule).data ?? practiceRule.parse({})
  return (
    <fieldset className="kp-rule">
      <legend>完成条件</legend>
      <div className="kp-course-columns">
        <NumberField
          {...{ id: 'kp-rule-answered', label: '完成练习的比例', suffix: '%', min: 1, max: 100 }}
          value={known.answeredPercent}
          onChange={(answeredPercent) => change({ answeredPercent: answeredPercent ?? 100 })}
        />
        <NumberField
          {...{ id: 'kp-rule-accuracy', label: '完整一轮的正确率', suffix: '%', min: 1, max: 100, placeholder: '不要求' }}
          value={known.accuracyPercent}
          onChange={(accuracyPercent) => change({ accuracyPercent })}
        />
      </div>
    </fieldset>
  )
}

interface NumberFieldProps {
  readonly id: string
  readonly label: string
  readonly suffix: string
  readonly min: number
  readonly max: number
  readonly placeholder?: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

function NumberField({ id, label, onChange, ...control }: NumberFieldProps): ReactNode {
  return (
    <Form.Item label={label} htmlFor={id}>
      <InputNumber id={id} style={{ width: '100%' }} {...control} onChange={(next) => onChange(next ?? null)} />
    </Form.Item>
  )
}

interface SwitchFieldProps {
  readonly id: string
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export function SwitchField({ id, label, isOn, onChange }: SwitchFieldProps): ReactNode {
  return (
    <Form.Item label={label} htmlFor={id} layout="horizontal">
      <Switch id={id} checked={isOn} onChange={onChange} />
    </Form.Item>
  )
}
