import { Button } from 'antd'
import { whenShown } from '../when-opened.tsx'
import type { UploadFieldProps } from './upload-control.tsx'

/** Files of a form, uploaded in slices with progress as soon as they are chosen. Most stand in drawers: their code comes with the first of them. */
export const UploadField = whenShown<UploadFieldProps>(() => import('./upload-control.tsx'), <Button disabled>正在加载</Button>)
