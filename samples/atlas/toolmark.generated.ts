/* eslint-disable */
// Written by 'toolmark build' from the sources listed below. Do not edit: run it again instead.
import { type ContractSchema, defineManifest, type ToolContract, type ToolManifest } from 'toolmark';
import { AtlasService } from './atlas.service.js';
import { AreaRange, CountryFilter, Stop, TripRequest } from './requests.js';

const manifest: ToolManifest = defineManifest({
  version: 1,
  sources: { 'atlas.service.ts': '6530eeb26ad5742c', 'places.ts': '55a54e7e722626ad', 'requests.ts': 'b384a3e4871378c6' },
  types: {
    AreaRange: () => AreaRange,
    CountryFilter: () => CountryFilter,
    Stop: () => Stop,
    TripRequest: () => TripRequest,
  },
  $defs: {
    AreaRange: (): ContractSchema => ({
      type: 'object',
      properties: {
        from: { type: 'number', description: 'smallest area, square kilometres' },
        to: { type: 'number', description: 'largest area, square kilometres' },
      },
      additionalProperties: false,
      'x-class': 'AreaRange',
      description: 'A range of areas.',
    }),
    City: (): ContractSchema => ({
      type: 'object',
      properties: {
        name: { type: 'string' },
        country: { type: 'string', description: 'ISO 3166-1 alpha-2 code of its country' },
        population: { type: 'number', description: 'inhabitants' },
        latitude: { type: 'number' },
        longitude: { type: 'number' },
      },
      required: ['name', 'country', 'population', 'latitude', 'longitude'],
      additionalProperties: false,
      description: 'A city as the data has it.',
    }),
    Country: (): ContractSchema => ({
      type: 'object',
      properties: {
        name: { type: 'string' },
        code: { type: 'string', description: 'ISO 3166-1 alpha-2' },
        region: { type: 'string' },
        capital: { type: ['string', 'null'] },
        area: { type: 'number', description: 'square kilometres' },
        languages: { type: 'array', items: { type: 'string' } },
        currencies: { type: 'array', items: { type: 'string' }, description: 'ISO 4217 codes' },
        landlocked: { type: 'boolean' },
      },
      required: ['name', 'code', 'region', 'capital', 'area', 'languages', 'currencies', 'landlocked'],
      additionalProperties: false,
    }),
    CountryFilter: (): ContractSchema => ({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'part of the common or official name, any case' },
        region: { type: 'string', enum: ['Africa', 'Americas', 'Antarctic', 'Asia', 'Europe', 'Oceania'] },
        language: { type: 'string', description: 'a language spoken there, by its English name' },
        currency: { type: 'string', description: 'ISO 4217 code of a currency used there' },
        landlocked: { type: 'boolean' },
        area: { $ref: '#/$defs/AreaRange' },
        limit: { type: 'number', description: 'how many countries to give', default: 10 },
      },
      additionalProperties: false,
      'x-class': 'CountryFilter',
      description: 'Which countries to find; every field narrows the list.',
    }),
    CountryProfile: (): ContractSchema => ({
      type: 'object',
      properties: {
        officialName: { type: 'string' },
        unMember: { type: 'boolean' },
        neighbours: { type: 'array', items: { type: 'string' }, description: 'names of the countries it borders on' },
        largestCities: { type: 'array', items: { $ref: '#/$defs/City' } },
        name: { type: 'string' },
        code: { type: 'string', description: 'ISO 3166-1 alpha-2' },
        region: { type: 'string' },
        capital: { type: ['string', 'null'] },
        area: { type: 'number', description: 'square kilometres' },
        languages: { type: 'array', items: { type: 'string' } },
        currencies: { type: 'array', items: { type: 'string' }, description: 'ISO 4217 codes' },
        landlocked: { type: 'boolean' },
      },
      required: [
        'officialName',
        'unMember',
        'neighbours',
        'largestCities',
        'name',
        'code',
        'region',
        'capital',
        'area',
        'languages',
        'currencies',
        'landlocked',
      ],
      additionalProperties: false,
    }),
    Leg: (): ContractSchema => ({
      type: 'object',
      properties: {
        from: { type: 'string' },
        to: { type: 'string' },
        kilometres: { type: 'number' },
        hours: { type: 'number' },
        leaves: { type: 'string', format: 'date-time', 'x-as': 'Date' },
        arrives: { type: 'string', format: 'date-time', 'x-as': 'Date' },
      },
      required: ['from', 'to', 'kilometres', 'hours', 'leaves', 'arrives'],
      additionalProperties: false,
    }),
    NamedPlace: (): ContractSchema => ({
      type: 'object',
      properties: {
        kind: { type: 'string', const: 'city' },
        name: { type: 'string', description: 'as the locals or GeoNames write it' },
        country: { type: 'string', description: 'ISO 3166-1 alpha-2 code, for names that many countries have' },
      },
      required: ['kind', 'name'],
      additionalProperties: false,
      description: 'A city by its name.',
    }),
    NearbyCity: (): ContractSchema => ({
      type: 'object',
      properties: {
        kilometres: { type: 'number', description: 'from the point asked for' },
        name: { type: 'string' },
        country: { type: 'string', description: 'ISO 3166-1 alpha-2 code of its country' },
        population: { type: 'number', description: 'inhabitants' },
        latitude: { type: 'number' },
        longitude: { type: 'number' },
      },
      required: ['kilometres', 'name', 'country', 'population', 'latitude', 'longitude'],
      additionalProperties: false,
      description: 'A city with its distance.',
    }),
    PointPlace: (): ContractSchema => ({
      type: 'object',
      properties: {
        kind: { type: 'string', const: 'point' },
        latitude: { type: 'number', description: 'degrees north', minimum: -90, maximum: 90 },
        longitude: { type: 'number', description: 'degrees east', minimum: -180, maximum: 180 },
      },
      required: ['kind', 'latitude', 'longitude'],
      additionalProperties: false,
      description: 'A point by its coordinates.',
    }),
    Stop: (): ContractSchema => ({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'the city\'s name' },
        country: { type: 'string', description: 'ISO 3166-1 alpha-2 code of its country' },
        nights: { type: 'number', description: 'nights to stay there', default: 1 },
      },
      required: ['city'],
      additionalProperties: false,
      'x-class': 'Stop',
      description: 'One stop of a trip.',
    }),
    Trip: (): ContractSchema => ({
      type: 'object',
      properties: {
        legs: { type: 'array', items: { $ref: '#/$defs/Leg' } },
        kilometres: { type: 'number' },
        returns: { type: 'string', format: 'date-time', 'x-as': 'Date' },
      },
      required: ['legs', 'kilometres', 'returns'],
      additionalProperties: false,
    }),
    TripRequest: (): ContractSchema => ({
      type: 'object',
      properties: {
        start: { $ref: '#/$defs/Stop', description: 'where it starts and ends' },
        stops: { type: 'array', items: { $ref: '#/$defs/Stop' }, description: 'the other stops, in any order' },
        departure: { type: 'string', format: 'date-time', 'x-as': 'Date', description: 'when it starts' },
        mode: {
          type: 'string',
          enum: ['train', 'car', 'plane'],
          description: 'How to travel, with the speed that the plan reckons with.',
          default: 'train',
        },
        hoursPerDay: { type: 'number', description: 'hours of travel a day at the most' },
      },
      required: ['start', 'stops', 'departure'],
      additionalProperties: false,
      'x-class': 'TripRequest',
      description: 'A trip to plan.',
    }),
  },
  classes: [
    {
      class: () => AtlasService,
      name: 'AtlasService',
      source: 'atlas.service.ts',
      methods: {
        compare: (): ToolContract => ({
          description: 'Ranks countries by an indicator, highest first.',
          length: 1,
          parameters: [
            {
              name: 'codes',
              role: 'property',
              required: true,
              schema: {
                type: 'array',
                items: { type: 'string' },
                uniqueItems: true,
                'x-as': 'Set',
                description: 'ISO 3166-1 alpha-2 codes',
              },
            },
            {
              name: 'by',
              role: 'property',
              required: false,
              initialised: true,
              schema: { type: 'string', enum: ['area', 'neighbours', 'languages'], default: 'area' },
            },
          ],
          output: { type: 'object', additionalProperties: { type: 'number' }, 'x-as': 'Map' },
        }),
        country: (): ToolContract => ({
          description: 'What there is to know of one country.',
          length: 1,
          parameters: [
            {
              name: 'code',
              role: 'property',
              required: true,
              schema: { type: 'string', description: 'ISO 3166-1 alpha-2 code, for example PE' },
            },
          ],
          output: { $ref: '#/$defs/CountryProfile' },
        }),
        distance: (): ToolContract => ({
          description: 'Great-circle distance between two places, and the bearing to set out on.',
          length: 2,
          parameters: [
            {
              name: 'from',
              role: 'property',
              required: true,
              schema: { anyOf: [{ $ref: '#/$defs/NamedPlace' }, { $ref: '#/$defs/PointPlace' }] },
            },
            {
              name: 'to',
              role: 'property',
              required: true,
              schema: { anyOf: [{ $ref: '#/$defs/NamedPlace' }, { $ref: '#/$defs/PointPlace' }] },
            },
          ],
          output: {
            type: 'object',
            properties: { kilometres: { type: 'number' }, bearing: { type: 'number' } },
            required: ['kilometres', 'bearing'],
            additionalProperties: false,
          },
        }),
        findCountries: (): ToolContract => ({
          description: 'Countries that fit a filter, the largest first.',
          length: 1,
          parameters: [{ name: 'filter', role: 'payload', required: true, schema: { $ref: '#/$defs/CountryFilter' } }],
          output: {
            type: 'object',
            properties: { total: { type: 'number' }, countries: { type: 'array', items: { $ref: '#/$defs/Country' } } },
            required: ['total', 'countries'],
            additionalProperties: false,
          },
        }),
        hoursOfDaylight: (): ToolContract => ({
          description: 'Hours of daylight at a place on a day.',
          length: 2,
          parameters: [
            {
              name: 'place',
              role: 'property',
              required: true,
              schema: { anyOf: [{ $ref: '#/$defs/NamedPlace' }, { $ref: '#/$defs/PointPlace' }] },
            },
            {
              name: 'date',
              role: 'property',
              required: true,
              schema: { type: 'string', format: 'date-time', 'x-as': 'Date', description: 'the day, in UTC' },
            },
          ],
          output: { type: 'number' },
        }),
        nearby: (): ToolContract => ({
          description: 'Cities around a point, nearest first.',
          length: 2,
          parameters: [
            {
              name: 'latitude',
              role: 'property',
              required: true,
              schema: { type: 'number', description: 'degrees north, WGS 84' },
            },
            {
              name: 'longitude',
              role: 'property',
              required: true,
              schema: { type: 'number', description: 'degrees east, WGS 84' },
            },
            {
              name: 'radius',
              role: 'property',
              required: false,
              initialised: true,
              schema: { type: 'number', default: 50 },
            },
            {
              name: 'limit',
              role: 'property',
              required: false,
              initialised: true,
              schema: { type: 'number', default: 10 },
            },
            { name: 'context', role: 'context', required: false },
          ],
          output: { type: 'array', items: { $ref: '#/$defs/NearbyCity' } },
        }),
        planTrip: (): ToolContract => ({
          description: 'Plans a round trip through cities: always to the nearest city not yet seen.',
          length: 1,
          parameters: [{ name: 'trip', role: 'payload', required: true, schema: { $ref: '#/$defs/TripRequest' } }],
          output: { $ref: '#/$defs/Trip', description: 'legs with their times; the days of rest are counted' },
        }),
      },
    },
  ],
  functions: [],
});

export default manifest;
