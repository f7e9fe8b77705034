import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { connectFiles } from './connect-files.ts'
import { fillSlots } from './fill-slots.ts'
import { router } from './router.tsx'
import './frame/shell.css'

connectFiles()
fillSlots()
const host = document.getElementById('app')
if (host) {
  createRoot(host).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
