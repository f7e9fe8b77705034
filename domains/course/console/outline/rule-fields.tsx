import { coursewareType } from '@kaopei/courseware/contract/codes'
import { Form, Radio, Switch } from 'antd'
import type { ReactNode } from 'react'
import type { TaskInput } from '../../contract/course-outline.ts'
import { articleRule, attemptRule, coursewareRule, practiceRule } from '../../contract/outline.ts'
import '../course.css'
import { NumberField } from './number-field.tsx'

type Rule = TaskInput['rule']

export interface RuleFieldsProps {
  readonly kind: TaskInput['kind']
  /** Of a courseware its type; without it everything is offered. */
  readonly type?: number | null
  readonly rule: Rule
  readonly onChange: (rule: Rule) => void
}

/** What completes a task, by its kind. */
export function RuleFields({ kind, type = null, rule, onChange }: RuleFieldsProps): ReactNode {
  const change = (part: Rule) => onChange({ ...rule, ...part })
  if (kind === 'courseware') return <CoursewareFields type={type} rule={rule} change={change} />
  if (kind === 'exam') return <ExamFields rule={rule} change={change} />
  if (kind === 'practice') return <PracticeFields rule={rule} change={change} />
  if (kind === 'article') {
    return (
      <NumberField
        {...{ id: 'kp-rule-seconds', label: '阅读时长', suffix: '秒', min: 1, max: 3600 }}
        value={numberIn(rule, 'seconds') ?? articleRule.parse({}).seconds}
        onChange={(seconds) => change({ seconds })}
      />
    )
  }
  return null
}

/** As it was typed, whatever it is: what the rule refuses is to be seen, not replaced. */
function numberIn(rule: Rule, name: string): number | null {
  const value = rule?.[name]
  return typeof value === 'number' ? value : null
}

const usual = coursewareRule.parse({})
const flags = coursewareRule.pick({ noSkip: true, pauseWhenHidden: true })
const flagsIn = (rule: Rule) => flags.safeParse(rule).data ?? usual
const needs = attemptRule.pick({ needs: true })

/** Scores are kept in hundredths; what has more places stays so, to be refused. */
export const hundredthsOf = (score: number): number => Number((score * 100).toFixed(6))

interface FieldsProps {
  readonly rule: Rule
  readonly change: (part: Rule) => void
}

/** Those of the task's courseware alone: by its type. */
function CoursewareFields({ type, rule, change }: FieldsProps & { readonly type: number | null }): ReactNode {
  const { noSkip, pauseWhenHidden } = flagsIn(rule)
  const words = wordsOfFields(type)
  return (
    <fieldset className="kp-rule">
      <legend>完成条件</legend>
      {type === coursewareType.package && <p className="kp-hint">由标准课件判定：每一节都完成即完成，没有其他条件</p>}
      <div className="kp-course-columns">
        {words.percent && (
          <NumberField
            {...{ id: 'kp-rule-percent', label: words.percent, suffix: '%', min: 60, max: 100 }}
            value={numberIn(rule, 'percent') ?? usual.percent}
            onChange={(percent) => change({ percent })}
          />
        )}
        {words.seconds && (
          <NumberField
            {...{ id: 'kp-rule-page', label: words.seconds, suffix: '秒', min: 1, max: 600 }}
            value={numberIn(rule, 'secondsPerPage') ?? usual.secondsPerPage}
            onChange={(secondsPerPage) => change({ secondsPerPage })}
          />
        )}
        {words.pages && (
          <NumberField
            {...{ id: 'kp-rule-pages', label: words.pages, suffix: '%', min: 1, max: 100 }}
            value={numberIn(rule, 'pagePercent') ?? usual.pagePercent}
            onChange={(pagePercent) => change({ pagePercent })}
          />
        )}
        {words.mayAsk && (
          <NumberField
            {...{ id: 'kp-rule-idle', label: '无操作多久后询问', suffix: '秒', min: 60, max: 3600, placeholder: '不询问' }}
            value={numberIn(rule, 'idleSeconds')}
            onChange={(idleSeconds) => change({ idleSeconds })}
          />
        )}
      </div>
      {words.mayBind && (
        <SwitchField id="kp-rule-skip" label="未看过的部分不可拖动" isOn={noSkip} onChange={(isOn) => change({ noSkip: isOn })} />
      )}
      {words.percent && (
        <SwitchField
          id="kp-rule-hidden"
          label="离开页面时暂停"
          isOn={pauseWhenHidden}
          onChange={(isOn) => change({ pauseWhenHidden: isOn })}
        />
      )}
    </fieldset>
  )
}

interface FieldWords {
  readonly percent?: string
  readonly seconds?: string
  readonly pages?: string
  readonly mayAsk?: boolean
  readonly mayBind?: boolean
}

function wordsOfFields(type: number | null): FieldWords {
  switch (type) {
    case coursewareType.video:
      return { percent: '观看比例', mayAsk: true, mayBind: true }
    case coursewareType.audio:
      return { percent: '收听比例', mayAsk: true }
    case coursewareType.document:
      return { seconds: '每页停留', pages: '完成页数' }
    case coursewareType.image:
      return { seconds: '查看时长' }
    case coursewareType.microCourse:
      return { percent: '其中视频的观看比例', seconds: '每节停留', pages: '完成节数', mayBind: true }
    case coursewareType.package:
      return {}
    default:
      return { percent: '音视频完成比例', seconds: '文档每页停留', pages: '文档完成页数', mayAsk: true, mayBind: true }
  }
}

function ExamFields({ rule, change }: FieldsProps): ReactNode {
  const known = needs.safeParse(rule).data ?? needs.parse({})
  const hundredths = numberIn(rule, 'passScoreHundredths')
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
          {...{
            id: 'kp-rule-score',
            label: '至少得分',
            suffix: '分',
            min: 0,
            max: 100_000,
            decimals: 2,
            placeholder: '按考试的合格线',
          }}
          value={hundredths === null ? null : hundredths / 100}
          onChange={(score) => change({ passScoreHundredths: score === null ? null : hundredthsOf(score) })}
        />
      )}
    </fieldset>
  )
}

function PracticeFields({ rule, change }: FieldsProps): ReactNode {
  return (
    <fieldset className="kp-rule">
      <legend>完成条件</legend>
      <div className="kp-course-columns">
        <NumberField
          {...{ id: 'kp-rule-answered', label: '完成练习的比例', suffix: '%', min: 1, max: 100 }}
          value={numberIn(rule, 'answeredPercent') ?? practiceRule.parse({}).answeredPercent}
          onChange={(answeredPercent) => change({ answeredPercent: answeredPercent ?? 100 })}
        />
        <NumberField
          {...{ id: 'kp-rule-accuracy', label: '完整一轮的正确率', suffix: '%', min: 1, max: 100, placeholder: '不要求' }}
          value={numberIn(rule, 'accuracyPercent')}
          onChange={(accuracyPercent) => change({ accuracyPercent })}
        />
      </div>
    </fieldset>
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
