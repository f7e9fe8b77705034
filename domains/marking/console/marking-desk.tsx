import type { OutputOf } from '@kaopei/contract'
import { reviewQuestionType } from '@kaopei/exam/contract/exam-settings'
import { ErrorState, FullScreen, PageSkeleton, useCall } from '@kaopei/web'
import { Button, Result, Segmented, Select } from 'antd'
import type { ReactNode } from 'react'
import { reviewExam } from '../contract/review-exam.ts'
import type { Progress } from '../contract/shapes.ts'
import { Workplace } from './marking-workplace.tsx'
import './marking.css'
import type { MarkingPlace } from './paths.ts'
import { usePaperDesk, useQuestionDesk } from './use-desk.ts'
import { ZeroButton } from './zero-button.tsx'

interface DeskProps {
  readonly place: MarkingPlace
  /** The way of working, and the question or paper; what is not named is forgotten. */
  readonly onMove: (next: Partial<MarkingPlace>) => void
  /** Away from the desk, and what that is called. */
  readonly leave: () => void
  readonly leaveText: string
}

/** The marker's desk, full screen, wherever its marker comes from. */
export function MarkingDesk({ place, onMove, leave, leaveText }: DeskProps): ReactNode {
  const isByPaper = place.mode === 'paper'
  const question = useQuestionDesk(place.examId, place.questionId, !isByPaper)
  const moveTo = (attemptId: string) => onMove({ attemptId })
  const paper = usePaperDesk(place.examId, place.attemptId, { isOn: isByPaper, moveTo })
  const desk = isByPaper ? paper : question
  const info = useCall(reviewExam.getReviewInfo, { examId: place.examId }, { enabled: place.examId !== '', staleMs: 30_000 })
  return (
    <FullScreen
      title={info.data?.examName ?? '阅卷'}
      leave={leave}
      leaveText={leaveText}
      controls={<WayOfWorking place={place} questions={info.data?.questions ?? []} onMove={onMove} />}
      extra={desk.progress && <DoneSoFar place={place} progress={desk.progress} onZeroed={desk.retry} />}
    >
      {desk.error ? (
        <ErrorState error={desk.error} onRetry={desk.retry} />
      ) : desk.task || desk.item ? (
        <Workplace desk={desk} isLast={desk.isLast} />
      ) : desk.isLoading ? (
        <PageSkeleton />
      ) : (
        <NothingLeft progress={desk.progress} onRetry={desk.retry} leave={leave} leaveText={leaveText} />
      )}
    </FullScreen>
  )
}

interface WayProps extends Pick<DeskProps, 'place' | 'onMove'> {
  readonly questions: OutputOf<typeof reviewExam.getReviewInfo>['questions']
}

function WayOfWorking({ place, questions, onMove }: WayProps): ReactNode {
  return (
    <>
      <Segmented
        aria-label="阅卷方式"
        value={place.mode}
        options={[
          { value: 'question', label: reviewQuestionType.label(reviewQuestionType.byQuestion) },
          { value: 'paper', label: reviewQuestionType.label(reviewQuestionType.byPaper) },
        ]}
        onChange={(mode) => onMove({ mode: mode === 'paper' ? 'paper' : 'question' })}
      />
      {place.mode === 'question' && (
        <Select
          aria-label="题目"
          className="kp-marking-question"
          value={place.questionId ?? ''}
          options={[
            { value: '', label: '全部题目' },
            ...questions.map(({ questionId, title, doneCount, taskCount }) => ({
              value: questionId,
              label: `${title}（${doneCount}/${taskCount}）`,
            })),
          ]}
          onChange={(questionId: string) => onMove({ mode: 'question', questionId: questionId || undefined })}
        />
      )}
    </>
  )
}

interface DoneProps extends Pick<DeskProps, 'place'> {
  readonly progress: Progress
  readonly onZeroed: () => void
}

function DoneSoFar({ place, progress, onZeroed }: DoneProps): ReactNode {
  return (
    <>
      <span className="kp-marking-count" aria-live="polite">
        已阅 <b className="kp-number">{progress.doneCount}</b> / <span className="kp-number">{progress.taskCount}</span>，我已阅{' '}
        <span className="kp-number">{progress.mineCount}</span>
      </span>
      <ZeroButton examId={place.examId} questionId={place.questionId} count={progress.unansweredCount} onDone={onZeroed} />
    </>
  )
}

interface NothingLeftProps extends Pick<DeskProps, 'leave' | 'leaveText'> {
  readonly progress: Progress | null
  readonly onRetry: () => void
}

function NothingLeft({ progress, onRetry, leave, leaveText }: NothingLeftProps): ReactNode {
  const open = progress ? progress.taskCount - progress.doneCount : 0
  return (
    <Result
      status={open === 0 ? 'success' : 'info'}
      title={open === 0 ? '全部阅完' : '暂无可取的答卷'}
      subTitle={open === 0 ? '答卷阅完后成绩自动发布。' : `还有 ${open} 道题由其他阅卷人批阅中，稍后可再取。`}
      extra={
        <>
          {open > 0 && <Button onClick={onRetry}>再取一次</Button>}
          <Button type="primary" onClick={leave}>
            {leaveText}
          </Button>
        </>
      }
    />
  )
}
