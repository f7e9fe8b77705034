import { Steps } from 'antd'
import type { ReactNode } from 'react'
import { useUnsavedGuard } from '../form/use-unsaved-guard.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import { Checked } from './import-checked.tsx'
import { importStep, isUnderWay } from './import-stage.ts'
import { Choose, Done, Mapping, Uploading, Working } from './import-stages.tsx'
import { type ImportRun, type ImportStepperProps, useImport } from './use-import.ts'

/** The stepper by itself, for a picker's tab. */
export default function ImportStepper(props: ImportStepperProps): ReactNode {
  const run = useImport(props)
  return <ImportSteps {...props} run={run} close={run.reset} />
}

export function ImportSteps(props: ImportStepperProps & { readonly run: ImportRun; readonly close: () => void }): ReactNode {
  const { run, mapping, check, close } = props
  const { stage, reset } = run
  const isNarrow = useIsNarrow()
  useUnsavedGuard(() => isUnderWay(stage))
  return (
    <>
      <Steps
        size="small"
        responsive={false}
        titlePlacement={isNarrow ? 'vertical' : 'horizontal'}
        current={importStep(stage)}
        items={stepItems(mapping !== undefined)}
        style={{ marginBottom: 24 }}
      />
      {stage.kind === 'choose' && <Choose {...props} begin={run.begin} />}
      {stage.kind === 'uploading' && <Uploading stage={stage} reset={reset} />}
      {stage.kind === 'mapping' && (
        <Mapping
          fields={mapping?.fields ?? []}
          stage={stage}
          action={check ? '检查数据' : '检查并导入'}
          onChoose={(chosen) => run.setStage({ ...stage, chosen })}
          onDone={() => run.examine({ file: stage.file, columns: stage.chosen })}
          reset={reset}
        />
      )}
      {stage.kind === 'working' && <Working stage={stage} reset={reset} />}
      {stage.kind === 'checked' && check && (
        <Checked check={check} report={stage.report} reset={reset} onImport={(wish) => run.write(stage.source, wish)} />
      )}
      {stage.kind === 'done' && <Done outcome={stage.outcome} doneText={props.doneText} reset={reset} close={close} />}
    </>
  )
}

function stepItems(hasMapping: boolean) {
  return [{ title: '下载模板' }, { title: '上传文件' }, { title: hasMapping ? '匹配与检查' : '数据检查' }, { title: '导入结果' }]
}
