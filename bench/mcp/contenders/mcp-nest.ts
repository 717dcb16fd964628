/** mcp-nest in a Nest application on express, as its quick start has it. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { McpController, McpStrategy, StreamableHttpTransport, Tool } from '@rekog/mcp-nest';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { book, type BookingRequest, description, input, namesOf, output, resultOf } from './booking.js';
import { mode, ready, toolCount } from './serve.js';

/** A controller has a method for each tool. */
@McpController()
class Bookings {}

for (const name of namesOf(toolCount)) {
  const value = (request: BookingRequest) => resultOf(book(request));
  const descriptor: PropertyDescriptor = { value, writable: true, configurable: true };
  Object.defineProperty(Bookings.prototype, name, descriptor);
  Tool({ name, description, parameters: input, outputSchema: output })(Bookings.prototype, name, descriptor);
  Payload()(Bookings.prototype, name, 0);
}

const strategy = new McpStrategy({
  name: 'bench',
  version: '1.0.0',
  logging: false,
  transports: [new StreamableHttpTransport({ statefulMode: mode === 'stateful' })],
});

@Module({ controllers: [Bookings] })
class Application {}

const application = await NestFactory.create(Application, { logger: false });
strategy.setHttpAdapter(application.getHttpAdapter());
application.connectMicroservice({ strategy });
await application.startAllMicroservices();
await application.listen(0, '127.0.0.1');
ready(((application.getHttpServer() as Server).address() as AddressInfo).port);
