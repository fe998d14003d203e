export { type MiddlewareOptions, type ToolSupport, toolMiddleware } from './middleware.ts';
