import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../notify.tsx'
import type { ImportDrawerProps } from './import-drawer.tsx'
import { ImportSteps } from './import-stepper.tsx'
import { useImport } from './use-import.ts'

/** The stepper in a drawer; closing begins anew. */
export default function ImportCanvas(props: ImportDrawerProps): ReactNode {
  const { title, open, onClose } = props
  const run = useImport(props)
  const close = () => {
    if (run.stage.kind === 'working' && run.stage.work !== 'check') return toast.info('正在导入，请稍候')
    run.reset()
    onClose()
  }
  return (
    <Drawer open={open} title={title} size={600} onClose={close} destroyOnHidden>
      <ImportSteps {...props} run={run} close={close} />
    </Drawer>
  )
}
